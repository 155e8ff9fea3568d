import type { Language } from '@frens/contract/languages';
import { useEffect } from 'react';
import { queryClient } from '../current-platform.ts';
import { currentLanguage } from '../i18n.ts';
import { sessionQuery } from '../session.ts';
import { dropDraft, keepDraft, readDraft } from './drafts.ts';

/** Stores a form's draft for the signed-in member. */
export function keepOwnDraft(name: string, values: object): void {
  keepDraft(name, memberId(), values);
}

/** Whether this tab has a draft: for forms that open by a button. */
export function hasDraft(name: string): boolean {
  return readDraft(name, memberId()) !== null;
}

/** Values overlaid with the same person's draft. */
export function withDraft<Values extends object>(name: string, initial: Values): Values {
  return typedBefore(name, initial).values;
}

/** The same, with the draft's language. */
export function typedBefore<Values extends object>(
  name: string,
  initial: Values,
): { values: Values; language: Language } {
  const kept = readDraft(name, memberId());
  if (!kept) return { values: initial, language: currentLanguage() };
  // The form may have changed since: keep only fields of the same type.
  const fitting = Object.entries(initial).flatMap(([field, value]) =>
    typeof kept.values[field] === typeof value ? [[field, kept.values[field]]] : [],
  );
  return {
    values: { ...initial, ...Object.fromEntries(fitting) },
    language: kept.language ?? currentLanguage(),
  };
}

/**
 * Keeps unsaved changes as a draft in this tab (D63): for settings without `useForm`.
 *
 * @returns discards the draft
 */
export function useKeptDraft(name: string, changes: object): () => void {
  useEffect(() => {
    if (Object.keys(changes).length > 0) keepOwnDraft(name, changes);
    else dropDraft(name);
  }, [name, changes]);
  return () => dropDraft(name);
}

function memberId(): string | null {
  return queryClient.getQueryData(sessionQuery.queryKey)?.id ?? null;
}
