import { api, onSignOut, useAction, useTranslation } from '@frens/platform';
import { useEffect, useRef, useState } from 'react';
import { useRefreshConnections } from '../../members/connections.queries.ts';

/** How long a removal can be taken back before it is sent, in milliseconds (D21). */
export const undoTime = 5_000;

export interface Removals {
  /** Whether a connection is on its way out. */
  has(id: string): boolean;
  /** Whether it can still be taken back. */
  canUndo(id: string): boolean;
  start(id: string): void;
  undo(id: string): void;
}

/**
 * Removing friends with time to think again. Nothing is sent while that time runs; leaving the screen ends it early,
 * because the way back is then out of sight. Signing out drops what was not sent: it can no longer be.
 */
export function useRemovals(): Removals {
  const { t } = useTranslation('mf-social');
  const refresh = useRefreshConnections();
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const [stages, setStages] = useState<Readonly<Record<string, 'undoable' | 'sent'>>>({});

  const setStage = (id: string, stage: 'undoable' | 'sent' | null) =>
    setStages(({ [id]: _old, ...rest }) => (stage ? { ...rest, [id]: stage } : rest));

  const { run } = useAction({
    // One friend is not kept waiting for another.
    lockBy: (id: string) => id,
    send: (id: string) => api.call('DELETE /api/connections/:id', { params: { id } }),
    meta: { failureTitle: t('dashboard.friends.removeFailed') },
    onSettled: async (_answer, _error, id) => {
      await refresh();
      setStage(id, null);
    },
  });

  const stop = (id: string) => {
    clearTimeout(timers.current.get(id));
    timers.current.delete(id);
  };

  useEffect(() => {
    const running = timers.current;
    const forget = onSignOut(() => {
      for (const timer of running.values()) clearTimeout(timer);
      running.clear();
    });
    return () => {
      forget();
      for (const [id, timer] of running) {
        clearTimeout(timer);
        run(id);
      }
      running.clear();
    };
  }, [run]);

  return {
    has: (id) => id in stages,
    canUndo: (id) => stages[id] === 'undoable',
    start: (id) => {
      stop(id);
      setStage(id, 'undoable');
      const send = () => {
        timers.current.delete(id);
        setStage(id, 'sent');
        run(id);
      };
      timers.current.set(id, setTimeout(send, undoTime));
    },
    undo: (id) => {
      stop(id);
      setStage(id, null);
    },
  };
}
