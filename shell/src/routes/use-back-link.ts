import { isV2Path, twinOf } from '@frens/contract/frames';
import { useLocation } from '@frens/platform';
import { useState } from 'react';
import type { Remotes } from '../composition/engine.ts';

/**
 * The /v2 page from which the member followed a link to a page that has no /v2 version, or null. They did not choose to leave that frame, so a link
 * leads back.
 */
export function useWayBack(remotes: Pick<Remotes, 'find'>): string | null {
  const { pathname, search } = useLocation();
  const [left, setLeft] = useState<string | null>(null);
  const isV2 = isV2Path(pathname);
  const next = isV2 ? pathname + search : twinOf(remotes.find, pathname) ? null : left;
  if (next !== left) setLeft(next);
  return isV2 ? null : next;
}
