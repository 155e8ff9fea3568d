import { useLocation, useNavigate } from '@frens/platform';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isRecord } from './submission.ts';

/** History state of a lab; the entry that opened the quiz has none. */
interface LabEntry {
  /** Id of the visit to the quiz. */
  visit: string;
  /** Number of labs answered since the quiz was opened. */
  depth: number;
}

/** One history entry per opened lab, so that the browser's Back returns to the previous lab. */
interface LabHistory {
  /** Adds an entry for the lab after an answer. */
  add: () => void;
  /** Returns to the previous lab, by history as far as it has entries. */
  goBack: () => void;
  /** Called after the last answer: Back then leaves the quiz instead of returning to sent labs. */
  leaveLabs: () => void;
}

/** Id of the visit that a location belongs to: shared by all its labs, new on each opening. */
export function visitOf({ key, state }: Pick<ReturnType<typeof useLocation>, 'key' | 'state'>): string {
  return entryOf(state)?.visit ?? key;
}

/**
 * Synchronises the browser's history with the open lab.
 *
 * @param open index of the open lab
 * @param goTo opens the lab of an index, if it may be opened
 */
export function useLabHistory(open: number, goTo: (lab: number) => void): LabHistory {
  const navigate = useNavigate();
  const location = useLocation();
  const depth = entryOf(location.state)?.depth ?? 0;
  const settled = useRef({ depth, open });
  // Pending steps back: browsers navigate asynchronously and drop a second step meanwhile.
  const stepsBack = useRef(0);
  // Depth of an entry being added: its lab is already open, while the router's transition is pending (-1 for none).
  const added = useRef(-1);
  const isLeaving = useRef(false);

  const settle = useEffectEvent((now: { depth: number; open: number }) => {
    const steps = now.depth - settled.current.depth;
    const isAdded = now.depth === added.current;
    if (isAdded) added.current = -1;
    // Each entry is one lab. After an answer, its lab is already open.
    const there = steps === 0 || isAdded ? now.open : settled.current.open + steps;
    settled.current = { depth: now.depth, open: there };
    if (there !== now.open) goTo(there);
    if (steps === 0 || stepsBack.current === 0) return;
    const left = stepsBack.current - 1;
    stepsBack.current = 0;
    if (isLeaving.current) leave(now.depth);
    else if (left > 0) stepBack(there, now.depth, left);
  });
  useEffect(() => settle({ depth, open }), [depth, open]);

  function stepBack(lab: number, entries: number, steps: number) {
    if (lab <= 0) return;
    // A resumed quiz has labs before its first history entry.
    if (entries === 0) return goTo(Math.max(0, lab - steps));
    stepsBack.current = steps;
    navigate(-1);
  }

  function leave(entries: number) {
    if (entries > 0) navigate(-entries);
  }

  return {
    add() {
      // An answer overrides pending steps back. A step already under way still arrives and opens its lab.
      stepsBack.current = 0;
      isLeaving.current = false;
      added.current = Math.max(depth, added.current) + 1;
      const entry: LabEntry = { visit: visitOf(location), depth: added.current };
      const { pathname, search, hash } = location;
      navigate({ pathname, search, hash }, { state: entry });
    },
    goBack() {
      if (stepsBack.current > 0) stepsBack.current += 1;
      else stepBack(open, depth, 1);
    },
    leaveLabs() {
      // Two navigations at once could leave the quiz: the pending step goes first.
      if (stepsBack.current === 0) leave(depth);
      else isLeaving.current = true;
    },
  };
}

function entryOf(state: unknown): LabEntry | null {
  if (!isRecord(state) || typeof state.visit !== 'string' || typeof state.depth !== 'number') return null;
  return { visit: state.visit, depth: state.depth };
}
