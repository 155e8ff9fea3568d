import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasMembersDraft } from './forms/drafts.ts';
import { queryKeys } from './query-client.ts';

/** Says in this browser that the end of its session has been told. */
const toldKey = 'session-end-told';

/**
 * Whether to tell that whoever was signed in here was signed out by somebody or something else: in another browser, by a new password, by time.
 * It is told once in a browser, until its reader goes on to something else, and again only after another sign-in; not where a bar over every
 * page says so together with what was typed and is kept (D63).
 *
 * @param canTell whether the page has a place for it now
 */
export function useSessionEnded(canTell = true): boolean {
  const { data = false } = useQuery<boolean>({ queryKey: queryKeys.sessionEnded, queryFn: skipToken });
  const [telling, setTelling] = useState<'not yet' | 'now' | 'over'>(() => (isTold() ? 'over' : 'not yet'));
  const tells = data && canTell && telling !== 'over' && !hasMembersDraft();
  if (tells && telling === 'not yet') setTelling('now');
  if (!tells && telling === 'now') setTelling('over');
  useEffect(() => {
    if (tells) rememberTold();
  }, [tells]);
  return tells;
}

function isTold(): boolean {
  try {
    return localStorage.getItem(toldKey) !== null;
  } catch {
    return false; // Storage refused: it is told once in each page.
  }
}

function rememberTold(): void {
  try {
    localStorage.setItem(toldKey, '1');
  } catch {
    // Storage refused: it is told once in each page.
  }
}

/** Somebody signs in: the end of their session will be news. */
export function forgetToldEnd(): void {
  try {
    localStorage.removeItem(toldKey);
  } catch {
    // Storage refused: nothing was kept.
  }
}
