import { isV2Path } from '@frens/contract/frames';
import { useLocation } from '@frens/platform';
import { useEffect, useState } from 'react';
import { useRemotes } from '../composition/engine.ts';
import { loadDocument } from './load-document.ts';
import { preloadShellScreen } from './shell-screens.ts';

/**
 * The location of the shown page. A navigation to the other frame is delayed until the code of that frame has loaded or failed, so that neither the
 * default frame nor a spinner flashes. A navigation to a page that has a new version is delayed until its document loads.
 */
export function useShownLocation(): ReturnType<typeof useLocation> {
  const asked = useLocation();
  const remotes = useRemotes();
  const [shown, setShown] = useState(asked);
  // Within one page the address only changes tabs and filters.
  const isLeaving = asked.pathname !== shown.pathname && remotes.isBehind(asked.pathname);
  const isWaiting = isLeaving || (isV2Path(asked.pathname) && !isV2Path(shown.pathname));
  if (!isWaiting && shown !== asked) setShown(asked);
  useEffect(() => {
    if (isLeaving) return loadDocument();
    if (!isWaiting) return;
    let isWanted = true;
    // Never rejects: a frame that fails to load reports it itself.
    void preloadShellScreen(asked.pathname).then(() => {
      if (isWanted) setShown(asked);
    });
    return () => {
      isWanted = false;
    };
  }, [isLeaving, isWaiting, asked]);
  return isWaiting ? shown : asked;
}
