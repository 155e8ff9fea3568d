import { compositionHeader, createClient } from '@frens/contract/client';
import { liveListeners } from './current-platform.ts';
import { currentLanguage } from './i18n.ts';

/** The typed client for every call of the contract. Failures are thrown as `ApiError`, nothing else happens here. */
export const api = createClient({
  language: currentLanguage,
  onAnswer({ headers }) {
    const id = headers.get(compositionHeader);
    if (id !== null) for (const listener of liveListeners) listener(id);
  },
});

/** Calls `listener` with the id of the composition that is live, at every answer of the API that names one. Returns the way to stop. */
export function onLiveComposition(listener: (id: string) => void): () => void {
  liveListeners.add(listener);
  return () => liveListeners.delete(listener);
}
