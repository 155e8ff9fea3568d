import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { safeLocalStorage } from './browser-storage.ts';
import { hasMembersDraft } from './forms/drafts.ts';
import { queryKeys } from './query-client.ts';
import { useIsHydrating } from './use-is-hydrating.ts';

/** Why the session ended without a sign-out: it ended on the server or with its cookie, or the browser refused the cookie of a sign-in. */
export type SessionEnd = 'ended' | 'noCookie';

/** Marks the end of the session as announced in this browser. */
const announcedKey = 'session-end-told';

/**
 * Why the session ended (another browser, a new password, expiry, a refused cookie), or null if there is nothing
 * to announce. It is announced once per browser, until its reader goes on, and again only after another sign-in; not where a bar
 * above every page reports it together with drafts (D63).
 *
 * @param canTell whether the page can announce it now
 */
export function useSessionEnded(canTell = true): SessionEnd | null {
  const { data = null } = useQuery<SessionEnd | null>({
    queryKey: queryKeys.sessionEnded,
    queryFn: skipToken,
  });
  const [telling, setTelling] = useState<'not yet' | 'now' | 'over'>(() =>
    safeLocalStorage.read(announcedKey) === null ? 'not yet' : 'over',
  );
  // Another text than the rendered one would make React discard the page.
  const end = useIsHydrating() ? null : data;
  const tells = end !== null && canTell && telling !== 'over' && !hasMembersDraft();
  if (tells && telling === 'not yet') setTelling('now');
  if (!tells && telling === 'now') setTelling('over');
  useEffect(() => {
    // Without storage it is announced once per page.
    if (tells) safeLocalStorage.write(announcedKey, '1');
  }, [tells]);
  return tells ? end : null;
}

/** After a sign-in the session's end is announced again. */
export function forgetToldEnd(): void {
  safeLocalStorage.remove(announcedKey);
}
