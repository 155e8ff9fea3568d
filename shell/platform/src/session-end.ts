import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { safeLocalStorage } from './browser-storage.ts';
import { hasMembersDraft } from './forms/drafts.ts';
import { queryKeys } from './query-client.ts';

/** Why whoever was signed in here is not any more, without having signed out: the server has ended it, or the browser sends no cookie. */
export type SessionEnd = 'ended' | 'noCookie';

/** Says in this browser that the end of its session has been told. */
const toldKey = 'session-end-told';

/**
 * Why to tell that whoever was signed in here was signed out by somebody or something else: in another browser, by a new password, by time, by a browser
 * that refuses the cookie; null where there is nothing to tell.
 * It is told once in a browser, until its reader goes on to something else, and again only after another sign-in; not where a bar over every
 * page says so together with what was typed and is kept (D63).
 *
 * @param canTell whether the page has a place for it now
 */
export function useSessionEnded(canTell = true): SessionEnd | null {
  const { data = null } = useQuery<SessionEnd | null>({
    queryKey: queryKeys.sessionEnded,
    queryFn: skipToken,
  });
  const [telling, setTelling] = useState<'not yet' | 'now' | 'over'>(() =>
    safeLocalStorage.read(toldKey) === null ? 'not yet' : 'over',
  );
  const tells = data !== null && canTell && telling !== 'over' && !hasMembersDraft();
  if (tells && telling === 'not yet') setTelling('now');
  if (!tells && telling === 'now') setTelling('over');
  useEffect(() => {
    // Where storage is refused, it is told once in each page.
    if (tells) safeLocalStorage.write(toldKey, '1');
  }, [tells]);
  return tells ? data : null;
}

/** Somebody signs in: the end of their session will be news. */
export function forgetToldEnd(): void {
  safeLocalStorage.remove(toldKey);
}
