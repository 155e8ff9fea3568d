import type { Language } from '@frens/contract/languages';
import { safeSessionStorage } from '../browser-storage.ts';
import { currentLanguage } from '../i18n.ts';

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
  // Where it is refused, what is typed lasts as long as the page.
  safeSessionStorage.write(prefix + name, JSON.stringify(draft));
}

/** What was typed before in the form of this name by the same person, or null. */
export function readDraft(name: string, by: string | null): KeptDraft | null {
  const draft = read(name);
  return draft?.by === by ? draft : null;
}

/**
 * Whether something waits in this tab that a member typed. Signing out forgets it, so with nobody signed in it says that a session ended
 * under a form.
 */
export function hasMembersDraft(): boolean {
  return safeSessionStorage.keys(prefix).some((name) => typeof read(name)?.by === 'string');
}

/** Forgets a draft: it was sent, or given up. */
export function dropDraft(name: string): void {
  safeSessionStorage.remove(prefix + name);
}

/** Forgets every draft but those of the member who signs in. */
export function dropDraftsOfOthers(by: string): void {
  for (const name of safeSessionStorage.keys(prefix)) if (readDraft(name, by) === null) dropDraft(name);
}

function read(name: string): Draft | null {
  try {
    // True because only `keepDraft` writes under this prefix.
    return JSON.parse(safeSessionStorage.read(prefix + name) ?? 'null') as Draft | null;
  } catch {
    return null; // Written by something else: as if nothing had been typed.
  }
}
