import { inFrameOf } from '@frens/contract/composed-pages';
import { useCallback } from 'react';
import type { Remotes } from '../composition/remotes.ts';

/**
 * Where links lead from the page on show: from the /v2 frame to the /v2 twin of a page where it has one, else where they say.
 *
 * @param pathname path of the page on show
 */
export function usePathInFrame(remotes: Pick<Remotes, 'twin'>, pathname: string): (path: string) => string {
  return useCallback((path) => inFrameOf(pathname, path, remotes.twin), [pathname, remotes]);
}
