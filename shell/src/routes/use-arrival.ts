import { onSignOut, type useLocation } from '@frens/platform';
import { NavigationType, useNavigationType } from '@frens/platform/internal';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { focusHeading } from './focus-heading.ts';
import { keepPlace, keptPlace, rememberPlaces, returnTo, storedPlaces } from './scroll-positions.ts';

/**
 * Manages scroll and focus after navigation, as a browser does on a full page load: a new address starts at the top with the focus on its heading
 * (D64), an address with a hash at its anchor. Back and reload restore the position.
 *
 * @param location of the shown page
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
  // Before painting: a frame of the new page at the old position would be a layout shift.
  useLayoutEffect(() => {
    if (shown.current === pathname) return begin();
    shown.current = pathname;
    if (!location.hash) return arrive();
  }, [pathname]);
}
