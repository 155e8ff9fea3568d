import { isV2Path } from '@frens/contract/composed-pages';
import { useLocation } from '@frens/platform';
import { useEffect, useState } from 'react';
import { preloadShellScreen } from './shell-screens.ts';

/**
 * The location of the page on show. Whoever goes to the other frame stays on the page they are on until that frame's code has come, or failed:
 * neither the everyday frame nor a spinner stands in for a moment.
 */
export function useShownLocation(): ReturnType<typeof useLocation> {
  const asked = useLocation();
  const [shown, setShown] = useState(asked);
  const isWaiting = isV2Path(asked.pathname) && !isV2Path(shown.pathname);
  if (!isWaiting && shown !== asked) setShown(asked);
  useEffect(() => {
    if (!isWaiting) return;
    let isWanted = true;
    // Never rejects: a frame that did not come says so itself.
    void preloadShellScreen(asked.pathname).then(() => {
      if (isWanted) setShown(asked);
    });
    return () => {
      isWanted = false;
    };
  }, [isWaiting, asked]);
  return isWaiting ? shown : asked;
}
