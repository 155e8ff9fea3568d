import { createContext, useContext, useState } from 'react';
import type { DelayedSends } from '../members/use-delayed-sends.ts';

/** What the member answers on this page: on the home in the rows above the tabs and in those within them. */
export const Answers = createContext<OwnAnswers | null>(null);

interface OwnAnswers extends DelayedSends {
  /** Whom the page greets as the member's first friend: no row offers that again. */
  greeted?: string | undefined;
  /** A yes that can still be undone makes a friend. */
  isFriendSoon?: boolean;
}

export function useAnswers(): OwnAnswers {
  const answers = useContext(Answers);
  if (!answers) throw new Error('Rows are answered within `Answers`.');
  return answers;
}

/**
 * Keeps the rows that were answered in their place until the page is opened again, though the list has let go of them: nobody
 * answers somebody else because the next row has moved under the pointer.
 *
 * @param rows as the server lists them
 */
export function useKeptRows<Row>(rows: readonly Row[], idOf: (row: Row) => string): readonly Row[] {
  const { get } = useAnswers();
  const [last, setLast] = useState(rows);
  const ids = new Set(rows.map(idOf));
  const kept = [...rows];
  for (const [place, row] of last.entries())
    if (!ids.has(idOf(row)) && get(idOf(row))) kept.splice(place, 0, row);
  if (kept.length !== last.length || kept.some((row, place) => idOf(row) !== idOf(last[place] ?? row)))
    setLast(kept);
  return kept;
}
