import { limits } from './limits.ts';

/** The inputs of a Panda's quotient (D38). */
export interface QuotientFacts {
  quizDone: boolean;
  /** Open stakes of each confirmed backer other than the owner, in hundredths. */
  stakesByBacker: readonly number[];
  connections: number;
  acceptedMatches: number;
}

/** The quotient and its parts as decimal text with one decimal. */
export interface Quotient {
  total: string;
  parts: { quiz: string; staked: string; backers: string; connections: string; matches: string };
}

/** A Panda's stored totals, so that a quotient never has to recount. */
export interface QuotientCounters {
  quizDone: boolean;
  /** S: the sum of the counted stakes of all backers, in hundredths. */
  staked: number;
  /** B: confirmed backers other than the owner. */
  backers: number;
  /** C: friends of the owner. */
  connections: number;
  /** M: the owner's accepted introductions. */
  matches: number;
}

/** The part of one backer's open stakes that counts, in hundredths (D38). */
export function countedStake(amount: number): number {
  return Math.min(amount, limits.quotient.stakeCountedPerBacker * 100);
}

/** The quotient, computed from single records. */
export function frenQuotient({
  stakesByBacker,
  acceptedMatches: matches,
  quizDone,
  connections,
}: QuotientFacts): Quotient {
  const staked = stakesByBacker.reduce((sum, amount) => sum + countedStake(amount), 0);
  return quotientOf({ quizDone, staked, backers: stakesByBacker.length, connections, matches });
}

/** `FQ = min(999.9, 50·Q + 20·ln(1+S) + 30·√B + 10·√C + 15·√M)`, one decimal, half up (D38). */
export function quotientOf(counters: QuotientCounters): Quotient {
  const { max, connectionsCounted, matchesCounted } = limits.quotient;
  const parts = {
    quiz: counters.quizDone ? 50 : 0,
    staked: 20 * Math.log1p(counters.staked / 100),
    backers: 30 * Math.sqrt(counters.backers),
    connections: 10 * Math.sqrt(Math.min(counters.connections, connectionsCounted)),
    matches: 15 * Math.sqrt(Math.min(counters.matches, matchesCounted)),
  };
  const total = Object.values(parts).reduce((sum, part) => sum + part, 0);
  return {
    total: oneDecimal(Math.min(max, total)),
    parts: {
      quiz: oneDecimal(parts.quiz),
      staked: oneDecimal(parts.staked),
      backers: oneDecimal(parts.backers),
      connections: oneDecimal(parts.connections),
      matches: oneDecimal(parts.matches),
    },
  };
}

/** The initial quotient of a Panda whose owner has no friends. */
export const firstQuotient = quotientOf({
  quizDone: true,
  staked: 0,
  backers: 0,
  connections: 0,
  matches: 0,
});

function oneDecimal(value: number): string {
  return (Math.round(value * 10) / 10).toFixed(1);
}
