import { onLeaving, onSignOut } from '@frens/platform';
import { useCallback, useEffect, useRef, useState } from 'react';

/** How long an answer or a removal can be undone before it is sent, in milliseconds (D21). */
export const undoTime = 5_000;

/** A decision and its progress; an `undoable` one has not been sent. */
export interface DelayedSend {
  /** Name of the chosen answer. */
  answer: string;
  stage: 'undoable' | 'sending' | 'sent';
}

export interface DelayedSends {
  /** The decision about a request, friend or introduction; undefined after a failure. */
  get(id: string): DelayedSend | undefined;
  /** @param send sends the decision; if it resolves to a string, that outcome replaces the answer */
  start(id: string, send: () => Promise<unknown>, answer?: string): void;
  undo(id: string): void;
}

/**
 * Delays sending a decision so that it can be undone. Leaving the screen, the tab or the session sends it early, because Undo is then
 * out of sight. A sign-out elsewhere drops unsent decisions, since they can no longer be sent.
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
        const outcome = await one.send();
        change(id, { stage: 'sent', ...(typeof outcome === 'string' ? { answer: outcome } : {}) });
      } catch {
        // The toast reports the failure.
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
