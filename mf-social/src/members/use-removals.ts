import type { Friend } from '@frens/contract';
import { api, onLeaving, onSignOut, useAction, useTranslation } from '@frens/platform';
import { useCallback, useEffect, useRef, useState } from 'react';
import { doubtedConnections, endConnection, outdatedByFriendship } from './connection-changes.ts';

/** How long a removal can be taken back before it is sent, in milliseconds (D21). */
export const undoTime = 5_000;

export interface Removals {
  /** Whether a connection is on its way out. */
  has(id: string): boolean;
  /** Whether it can still be taken back. */
  canUndo(id: string): boolean;
  start(friend: Friend): void;
  undo(id: string): void;
}

/**
 * Removing friends with time to think again. Nothing is sent while that time runs; leaving the screen, the tab or the session ends it early,
 * because the way back is then out of sight. Signing out elsewhere drops what was not sent: it can no longer be.
 */
export function useRemovals(): Removals {
  const { t } = useTranslation('mf-social');
  const waiting = useRef(new Map<string, { friend: Friend; timer: ReturnType<typeof setTimeout> }>());
  const [stages, setStages] = useState<Readonly<Record<string, 'undoable' | 'sent'>>>({});

  const setStage = useCallback(
    (id: string, stage: 'undoable' | 'sent' | null) =>
      setStages(({ [id]: _old, ...rest }) => (stage ? { ...rest, [id]: stage } : rest)),
    [],
  );

  const { runAsync } = useAction({
    // One friend is not kept waiting for another.
    lockBy: ({ id }: Friend) => id,
    send: ({ id }: Friend) => api.call('DELETE /api/connections/:id', { params: { id }, keepalive: true }),
    meta: { failureTitle: t('dashboard.friends.removeFailed') },
    onSuccess: (_answer, { id }) => endConnection(id),
    outdates: (_answer, { friendId }) => outdatedByFriendship(friendId),
    doubts: doubtedConnections,
    onSettled: (_answer, _error, { id }) => setStage(id, null),
  });

  const send = useCallback(
    (friend: Friend) => {
      waiting.current.delete(friend.id);
      setStage(friend.id, 'sent');
      return runAsync(friend);
    },
    [runAsync, setStage],
  );

  const stop = (id: string) => {
    clearTimeout(waiting.current.get(id)?.timer);
    waiting.current.delete(id);
  };

  useEffect(() => {
    const unsent = waiting.current;
    const take = () => {
      const friends = [...unsent.values()].map(({ friend, timer }) => {
        clearTimeout(timer);
        return friend;
      });
      unsent.clear();
      return friends;
    };
    // A failure is told by the toast.
    const sendAll = () => Promise.allSettled(take().map(send));
    const stops = [onSignOut(take), onLeaving(sendAll)];
    return () => {
      for (const stop of stops) stop();
      void sendAll();
    };
  }, [send]);

  return {
    has: (id) => id in stages,
    canUndo: (id) => stages[id] === 'undoable',
    start: (friend) => {
      const { id } = friend;
      stop(id);
      setStage(id, 'undoable');
      // A failure is told by the toast.
      waiting.current.set(id, {
        friend,
        timer: setTimeout(() => void send(friend).catch(() => undefined), undoTime),
      });
    },
    undo: (id) => {
      stop(id);
      setStage(id, null);
    },
  };
}
