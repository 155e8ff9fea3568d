import { useLocation, useNavigate } from '@frens/platform';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isRecord } from './submission.ts';

/** What an entry of the browser's history keeps of the quiz; the entry that the quiz was opened with keeps nothing. */
interface LabEntry {
  /** Of the visit that the entry belongs to. */
  visit: string;
  /** How many labs were answered since the quiz was opened with it. */
  depth: number;
}

/** The entries of the quiz in the browser's history: one for each lab that was led on to, so that Back leads to the lab before. */
interface LabHistory {
  /** Adds the lab that an answer has led on to. */
  add: () => void;
  /** Leads to the lab before: back along the history, as far as it has labs. */
  goBack: () => void;
  /** After the last answer: Back then leads out of the quiz, not into labs that are sent. */
  leaveLabs: () => void;
}

/** Names the visit to the quiz that an address belongs to: the same for all its labs, another one each time it is opened. */
export function visitOf({ key, state }: Pick<ReturnType<typeof useLocation>, 'key' | 'state'>): string {
  return entryOf(state)?.visit ?? key;
}

/**
 * Keeps the browser's history and the open lab together.
 *
 * @param open place of the open lab
 * @param goTo opens the lab at another place; one that cannot be opened stays closed
 */
export function useLabHistory(open: number, goTo: (lab: number) => void): LabHistory {
  const navigate = useNavigate();
  const location = useLocation();
  const depth = entryOf(location.state)?.depth ?? 0;
  const settled = useRef({ depth, open });
  // Steps back that are asked for and not there yet: a browser takes its time for one, and drops a second that comes meanwhile.
  const stepsBack = useRef(0);
  // The depth that an answer leads to: its lab is open already, and while a page arrives the address comes later (-1 where none is due).
  const added = useRef(-1);
  const isLeaving = useRef(false);

  const settle = useEffectEvent((now: { depth: number; open: number }) => {
    const steps = now.depth - settled.current.depth;
    const isAdded = now.depth === added.current;
    if (isAdded) added.current = -1;
    // One lab further with each entry. Where an answer has led on, that lab is open already.
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
    // A quiz that was gone on with has labs before the first of its entries.
    if (entries === 0) return goTo(Math.max(0, lab - steps));
    stepsBack.current = steps;
    navigate(-1);
  }

  function leave(entries: number) {
    if (entries > 0) navigate(-entries);
  }

  return {
    add() {
      // Who answers goes on from there. A step that is on its way comes all the same, and leads to its lab.
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
      // Both at once could lead out of the quiz: a step that is on its way comes first.
      if (stepsBack.current === 0) leave(depth);
      else isLeaving.current = true;
    },
  };
}

function entryOf(state: unknown): LabEntry | null {
  if (!isRecord(state) || typeof state.visit !== 'string' || typeof state.depth !== 'number') return null;
  return { visit: state.visit, depth: state.depth };
}
