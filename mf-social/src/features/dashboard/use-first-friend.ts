import type { PublicUser } from '@frens/contract';
import { useState } from 'react';

/**
 * The first friend, if they arrive while the page is open; kept until the page is left.
 *
 * @param friends newest first
 */
export function useFirstFriend(friends: readonly PublicUser[]): PublicUser | null {
  const [state, setState] = useState<{ isAlone: boolean; first: PublicUser | null }>({
    isAlone: friends.length === 0,
    first: null,
  });
  const [newest] = friends;
  if (state.isAlone && newest !== undefined) setState({ isAlone: false, first: newest });
  return state.first;
}
