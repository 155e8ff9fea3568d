import { currentLanguage } from '../i18n.ts';
import type { Language } from '../remote-module.ts';

/**
 * What was typed and not sent yet, kept in this tab so that neither a reload nor a session that ends under a form loses it (D63).
 * A draft belongs to whoever typed it and is shown to nobody else; passwords are never kept.
 */
interface Draft {
  /** Id of the member, null for a visitor. */
  by: string | null;
  /** The language in which it was typed: amounts are written otherwise in another. A tab may have kept one before there was this. */
  language?: Language;
  values: Record<string, unknown>;
}

/** What was typed, and in which language. */
export type KeptDraft = Pick<Draft, 'language' | 'values'>;

const prefix = 'draft:';
const secret = /password/i;

/** Keeps what is typed in a form. Fields whose name speaks of a password are left out. */
export function keepDraft(name: string, by: string | null, values: object): void {
  const draft: Draft = {
    by,
    language: currentLanguage(),
    values: Object.fromEntries(Object.entries(values).filter(([field]) => !secret.test(field))),
  };
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(draft));
  } catch {
    // Storage refused or full: what is typed then lasts as long as the page.
  }
}

/** What was typed before in the form of this name by the same person, or null. */
export function readDraft(name: string, by: string | null): KeptDraft | null {
  try {
    const text = sessionStorage.getItem(prefix + name);
    if (text === null) return null;
    // True because only `keepDraft` writes under this prefix.
    const draft = JSON.parse(text) as Draft;
    return draft.by === by ? draft : null;
  } catch {
    return null; // Storage refused, or written by something else: as if nothing had been typed.
  }
}

/**
 * Whether something waits in this tab that a member typed. Signing out forgets it, so with nobody signed in it says that a session ended
 * under a form.
 */
export function hasMembersDraft(): boolean {
  try {
    return draftNames().some((name) => {
      const text = sessionStorage.getItem(prefix + name);
      // True because only `keepDraft` writes under this prefix.
      return text !== null && (JSON.parse(text) as Draft).by !== null;
    });
  } catch {
    return false; // Storage refused, or written by something else: as if nothing had been typed.
  }
}

/** Forgets a draft: it was sent, or given up. */
export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name);
  } catch {
    // Storage refused: there is nothing to forget.
  }
}

/** Forgets every draft but those of one member: after a sign-out, and when somebody else signs in. */
export function dropDraftsOfOthers(by: string | null): void {
  try {
    for (const name of draftNames()) {
      if (by === null || readDraft(name, by) === null) dropDraft(name);
    }
  } catch {
    // Storage refused: there is nothing to forget.
  }
}

function draftNames(): string[] {
  return Object.keys(sessionStorage).flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
  );
}
