import type { PublicUser } from '@frens/contract';
import { useState } from 'react';

/**
 * A first friend who comes while the page is open, until it is left.
 *
 * @param friends as listed
 */
export function useFirstFriend(friends: readonly PublicUser[]): PublicUser | null {
  const [seen, setSeen] = useState<{ isAlone: boolean; first: PublicUser | null }>({
    isAlone: friends.length === 0,
    first: null,
  });
  const [newest] = friends;
  if (seen.isAlone && newest !== undefined) setSeen({ isAlone: false, first: newest });
  return seen.first;
}
