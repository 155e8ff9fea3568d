import { inFrameOf } from '@frens/contract/frames';
import { useCallback } from 'react';
import type { Remotes } from '../composition/engine.ts';

/**
 * Where links lead from the page on show: from the /v2 frame to the /v2 twin of a page where it has one, else where they say.
 *
 * @param pathname path of the page on show
 */
export function usePathInFrame(remotes: Pick<Remotes, 'find'>, pathname: string): (path: string) => string {
  return useCallback((path) => inFrameOf(pathname, path, remotes.find), [pathname, remotes]);
}
