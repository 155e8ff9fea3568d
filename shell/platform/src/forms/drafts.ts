import type { Language } from '@frens/contract/languages';
import { safeSessionStorage } from '../browser-storage.ts';
import { currentLanguage } from '../i18n.ts';

/**
 * Unsent form input, kept in this tab so that neither a reload nor the session's end loses it (D63).
 * A draft belongs to its author and is shown to nobody else; passwords are never stored.
 */
interface Draft {
  /** Id of the member, null for a visitor. */
  by: string | null;
  /** Its language, as the notation of amounts depends on it. Absent in drafts stored before this field existed. */
  language?: Language;
  values: Record<string, unknown>;
}

/** The input and its language. */
export type KeptDraft = Pick<Draft, 'language' | 'values'>;

const prefix = 'draft:';
const secret = /password/i;

/** Stores a draft, without fields whose name contains "password". */
export function keepDraft(name: string, by: string | null, values: object): void {
  const draft: Draft = {
    by,
    language: currentLanguage(),
    values: Object.fromEntries(Object.entries(values).filter(([field]) => !secret.test(field))),
  };
  // Without storage a draft lasts as long as the page.
  safeSessionStorage.write(prefix + name, JSON.stringify(draft));
}

/** The same person's draft of this form, or null. */
export function readDraft(name: string, by: string | null): KeptDraft | null {
  const draft = read(name);
  return draft?.by === by ? draft : null;
}

/**
 * Whether this tab has a member's draft. Sign-out removes drafts, so a draft without a signed-in member means that the session ended
 * during input.
 */
export function hasMembersDraft(): boolean {
  return safeSessionStorage.keys(prefix).some((name) => typeof read(name)?.by === 'string');
}

/** Removes a draft that was sent or discarded. */
export function dropDraft(name: string): void {
  safeSessionStorage.remove(prefix + name);
}

/** Removes all drafts except those of the member who signs in. */
export function dropDraftsOfOthers(by: string): void {
  for (const name of safeSessionStorage.keys(prefix)) if (readDraft(name, by) === null) dropDraft(name);
}

function read(name: string): Draft | null {
  try {
    // Safe: only `keepDraft` writes under this prefix.
    return JSON.parse(safeSessionStorage.read(prefix + name) ?? 'null') as Draft | null;
  } catch {
    return null; // Malformed: ignored.
  }
}
