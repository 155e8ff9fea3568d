import { createContext, useContext, useState } from 'react';
import type { DelayedSends } from '../members/use-delayed-sends.ts';

/** The member's answers on this page, shared by the rows above the tabs and the rows within them. */
export const Answers = createContext<OwnAnswers | null>(null);

interface OwnAnswers extends DelayedSends {
  /** Id of the friend already greeted as the member's first friend: rows do not repeat the greeting. */
  greeted?: string | undefined;
  /** Whether an undoable acceptance is about to create a friendship. */
  isFriendSoon?: boolean;
}

export function useAnswers(): OwnAnswers {
  const answers = useContext(Answers);
  if (!answers) throw new Error('Rows are answered within `Answers`.');
  return answers;
}

/**
 * Keeps answered rows in place until the page reopens, although the server no longer lists them. Otherwise the next row would
 * move under the pointer and take an accidental press.
 *
 * @param rows in the server's order
 */
export function useStableRows<Row>(rows: readonly Row[], idOf: (row: Row) => string): readonly Row[] {
  const { get } = useAnswers();
  const [last, setLast] = useState(rows);
  const ids = new Set(rows.map(idOf));
  const stable = [...rows];
  for (const [place, row] of last.entries())
    if (!ids.has(idOf(row)) && get(idOf(row))) stable.splice(place, 0, row);
  if (stable.length !== last.length || stable.some((row, place) => idOf(row) !== idOf(last[place] ?? row)))
    setLast(stable);
  return stable;
}
