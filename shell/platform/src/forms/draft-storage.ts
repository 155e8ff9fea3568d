import type { Language } from '@frens/contract/languages';
import { useEffect } from 'react';
import { queryClient } from '../current-platform.ts';
import { currentLanguage } from '../i18n.ts';
import { sessionQuery } from '../session.ts';
import { dropDraft, keepDraft, readDraft } from './drafts.ts';

/** Keeps what is typed in a form for the member who is signed in. */
export function keepOwnDraft(name: string, values: object): void {
  keepDraft(name, memberId(), values);
}

/** Whether something typed waits in this tab: for a form that opens by a button. */
export function hasDraft(name: string): boolean {
  return readDraft(name, memberId()) !== null;
}

/** Values with what the same person typed before over them. */
export function withDraft<Values extends object>(name: string, initial: Values): Values {
  return typedBefore(name, initial).values;
}

/** The same, with the language in which it was typed. */
export function typedBefore<Values extends object>(
  name: string,
  initial: Values,
): { values: Values; language: Language } {
  const kept = readDraft(name, memberId());
  if (!kept) return { values: initial, language: currentLanguage() };
  // A form may have changed since: only what still is a field of the same kind.
  const fitting = Object.entries(initial).flatMap(([field, value]) =>
    typeof kept.values[field] === typeof value ? [[field, kept.values[field]]] : [],
  );
  return {
    values: { ...initial, ...Object.fromEntries(fitting) },
    language: kept.language ?? currentLanguage(),
  };
}

/**
 * Keeps what differs from what is stored in this tab while it does (D63): for settings that are no `useForm`.
 *
 * @returns forgets it, where it was given up
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
