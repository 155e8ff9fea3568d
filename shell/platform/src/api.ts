import { compositionHeader, createClient } from '@frens/contract/client';
import { contractHeader } from '@frens/contract/contract-number';
import { localeOf } from '@frens/contract/formats';
import { composition, liveListeners, tooOldListeners } from './current-platform.ts';
import { fetchUnlessBegun } from './early-fetch.ts';
import { currentLanguage } from './i18n.ts';

/** The typed client for every call of the contract. Failures are thrown as `ApiError`. */
export const api = createClient({
  fetch: fetchUnlessBegun,
  // With the reader's country, for the amounts in refusals.
  language: () => localeOf(currentLanguage()),
  composition: () => composition,
  onAnswer({ headers }) {
    const id = headers.get(compositionHeader);
    if (id !== null) for (const listener of liveListeners) listener(id);
    // Only a refusal of an outdated page names the contract.
    if (headers.has(contractHeader)) for (const listener of tooOldListeners) listener();
  },
});

/** Calls `listener` with the live composition's id, at every answer of the API that names one. Returns the unsubscribe function. */
export function onLiveComposition(listener: (id: string) => void): () => void {
  liveListeners.add(listener);
  return () => liveListeners.delete(listener);
}

/** Calls `listener` when the API refuses a call of an outdated page. Returns the unsubscribe function. */
export function onTooOld(listener: () => void): () => void {
  tooOldListeners.add(listener);
  return () => tooOldListeners.delete(listener);
}
