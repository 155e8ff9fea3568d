import type { Friend } from '@frens/contract';
import { api, useAction, useTranslation } from '@frens/platform';
import { doubtedConnections, outdatedByFriendship, uncacheConnection } from './connection-changes.ts';
import { type DelayedSends, useDelayedSends } from './use-delayed-sends.ts';

export interface Removals extends Pick<DelayedSends, 'get' | 'undo'> {
  start(friend: Friend): void;
}

/** Removes friends with undo (D21). */
export function useRemovals(): Removals {
  const { t } = useTranslation('mf-social');
  const { get, undo, start } = useDelayedSends();
  const { runAsync } = useAction({
    // Locks per friend, so that several can be removed at once.
    lockBy: ({ id }: Friend) => id,
    send: ({ id }: Friend) => api.call('DELETE /api/connections/:id', { params: { id }, keepalive: true }),
    meta: { failureTitle: t('dashboard.friends.removeFailed') },
    onSuccess: (_answer, { id }) => uncacheConnection(id),
    outdates: (_answer, { friendId }) => outdatedByFriendship(friendId),
    doubts: doubtedConnections,
  });
  return { get, undo, start: (friend) => start(friend.id, () => runAsync(friend)) };
}
