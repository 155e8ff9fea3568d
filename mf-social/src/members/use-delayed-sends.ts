import { onLeaving, onSignOut } from '@frens/platform';
import { useCallback, useEffect, useRef, useState } from 'react';

/** How long an answer or a removal can be taken back before it is sent, in milliseconds (D21). */
export const undoTime = 5_000;

/** What a member has decided, and how far it is: only `undoable` has not been sent. */
export interface DelayedSend {
  /** Which of several answers it is. */
  answer: string;
  stage: 'undoable' | 'sending' | 'sent';
}

export interface DelayedSends {
  /** What was decided about a request, a friend or an introduction; one that failed is none. */
  get(id: string): DelayedSend | undefined;
  /** @param send sends it; a word that it resolves to is what came of the answer, in its place */
  start(id: string, send: () => Promise<unknown>, answer?: string): void;
  undo(id: string): void;
}

/**
 * Sends what members decide with time to think again. Nothing is sent while that time runs; leaving the screen, the tab or the session ends it
 * early, because the way back is then out of sight. Signing out elsewhere drops what was not sent: it can no longer be.
 */
export function useDelayedSends(): DelayedSends {
  const waiting = useRef(
    new Map<string, { send: () => Promise<unknown>; timer: ReturnType<typeof setTimeout> }>(),
  );
  const [decided, setDecided] = useState<Readonly<Record<string, DelayedSend>>>({});

  const change = useCallback(
    (id: string, changes: Partial<DelayedSend>) =>
      setDecided(({ [id]: one, ...rest }) => (one ? { ...rest, [id]: { ...one, ...changes } } : rest)),
    [],
  );
  const forget = useCallback((id: string) => setDecided(({ [id]: _one, ...rest }) => rest), []);

  const sendNow = useCallback(
    async (id: string) => {
      const one = waiting.current.get(id);
      if (!one) return;
      clearTimeout(one.timer);
      waiting.current.delete(id);
      change(id, { stage: 'sending' });
      try {
        const came = await one.send();
        change(id, { stage: 'sent', ...(typeof came === 'string' ? { answer: came } : {}) });
      } catch {
        // A failure is told by the toast.
        forget(id);
      }
    },
    [change, forget],
  );

  const stop = (id: string) => {
    clearTimeout(waiting.current.get(id)?.timer);
    waiting.current.delete(id);
  };

  useEffect(() => {
    const unsent = waiting.current;
    const sendAll = () => Promise.all([...unsent.keys()].map(sendNow));
    const drop = () => {
      for (const { timer } of unsent.values()) clearTimeout(timer);
      unsent.clear();
    };
    const stops = [onSignOut(drop), onLeaving(sendAll)];
    return () => {
      for (const stopOne of stops) stopOne();
      void sendAll();
    };
  }, [sendNow]);

  return {
    get: (id) => decided[id],
    start(id, send, answer = '') {
      stop(id);
      setDecided((all) => ({ ...all, [id]: { answer, stage: 'undoable' } }));
      waiting.current.set(id, { send, timer: setTimeout(() => void sendNow(id), undoTime) });
    },
    undo(id) {
      stop(id);
      forget(id);
    },
  };
}
