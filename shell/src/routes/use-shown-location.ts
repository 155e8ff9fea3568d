import { isV2Path } from '@frens/contract/frames';
import { useLocation } from '@frens/platform';
import { useEffect, useState } from 'react';
import { useRemotes } from '../composition/engine.ts';
import { loadDocument } from './load-document.ts';
import { preloadShellScreen } from './shell-screens.ts';

/**
 * The location of the page on show. Whoever goes to the other frame stays on the page they are on until that frame's code has come, or failed:
 * neither the everyday frame nor a spinner stands in for a moment. So does whoever goes to a page that has another version by now, until its
 * document has come.
 */
export function useShownLocation(): ReturnType<typeof useLocation> {
  const asked = useLocation();
  const remotes = useRemotes();
  const [shown, setShown] = useState(asked);
  // Within one page nothing is exchanged: its tabs and filters are in its address.
  const isLeaving = asked.pathname !== shown.pathname && remotes.isBehind(asked.pathname);
  const isWaiting = isLeaving || (isV2Path(asked.pathname) && !isV2Path(shown.pathname));
  if (!isWaiting && shown !== asked) setShown(asked);
  useEffect(() => {
    if (isLeaving) return loadDocument();
    if (!isWaiting) return;
    let isWanted = true;
    // Never rejects: a frame that did not come says so itself.
    void preloadShellScreen(asked.pathname).then(() => {
      if (isWanted) setShown(asked);
    });
    return () => {
      isWanted = false;
    };
  }, [isLeaving, isWaiting, asked]);
  return isWaiting ? shown : asked;
}
