import { isV2Path, twinOf } from '@frens/contract/frames';
import { useLocation } from '@frens/platform';
import { useState } from 'react';
import type { Remotes } from '../composition/engine.ts';

/**
 * The page of the /v2 frame that somebody left for a page which has no twin there, or null. They have not chosen to leave that frame: a
 * link leads back. Who opens a page that both frames have is where they wanted to be.
 */
export function useWayBack(remotes: Pick<Remotes, 'find'>): string | null {
  const { pathname, search } = useLocation();
  const [left, setLeft] = useState<string | null>(null);
  const isV2 = isV2Path(pathname);
  const next = isV2 ? pathname + search : twinOf(remotes.find, pathname) ? null : left;
  if (next !== left) setLeft(next);
  return isV2 ? null : next;
}
