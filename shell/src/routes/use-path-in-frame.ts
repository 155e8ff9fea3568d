import { inFrameOf } from '@frens/contract/frames';
import { useCallback } from 'react';
import type { Remotes } from '../composition/engine.ts';

/**
 * Resolves links on the shown page: in the /v2 frame they lead to the /v2 version of a page, where there is one.
 *
 * @param pathname path of the shown page
 */
export function usePathInFrame(remotes: Pick<Remotes, 'find'>, pathname: string): (path: string) => string {
  return useCallback((path) => inFrameOf(pathname, path, remotes.find), [pathname, remotes]);
}
