import { onSignOut, type useLocation } from '@frens/platform';
import { NavigationType, useNavigationType } from '@frens/platform/internal';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { focusHeading } from './focus-heading.ts';
import { keepPlace, keptPlace, rememberPlaces, returnTo, storedPlaces } from './scroll-positions.ts';

/**
 * Does what a browser does by itself on a full page load: a new address starts at the top, with the focus at its heading (D64).
 * An address with an anchor goes to the anchor. Whoever goes back, or loads a page again, finds it where
 * they left it.
 *
 * @param location of the page on show
 */
export function useArrival({ pathname, search, state }: ReturnType<typeof useLocation>): void {
  const navigation = useNavigationType();
  const shown = useRef(pathname);
  const [places] = useState(storedPlaces);
  const address = pathname + search;
  useEffect(() => rememberPlaces(places, address), [places, address]);
  useEffect(() => onSignOut(() => places.clear()), [places]);
  useEffect(() => keepPlace(address), [address]);
  const arrive = useEffectEvent(() => {
    const isBack = navigation === NavigationType.Pop || state?.arriveWhereLeft === true;
    const place = isBack ? places.get(address) : undefined;
    if (place) return returnTo(place);
    scrollTo({ top: 0, behavior: 'instant' });
    return focusHeading();
  });
  const begin = useEffectEvent(() => {
    const place = keptPlace(address);
    return place && returnTo(place);
  });
  useEffect(() => {
    if (shown.current === pathname) return begin();
    shown.current = pathname;
    if (!location.hash) return arrive();
  }, [pathname]);
}
