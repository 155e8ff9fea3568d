import { limits } from './limits.ts';

/** What a Panda's quotient counts (D38). */
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

/** `FQ = min(999.9, 50·Q + 20·ln(1+S) + 30·√B + 10·√C + 15·√M)`, one decimal, half up (D38). */
export function frenQuotient(facts: QuotientFacts): Quotient {
  const { max, stakeCountedPerBacker, connectionsCounted, matchesCounted } = limits.quotient;
  const counted = facts.stakesByBacker.map((stake) => Math.min(stake, stakeCountedPerBacker * 100));
  const staked = counted.reduce((sum, stake) => sum + stake, 0) / 100;
  const parts = {
    quiz: facts.quizDone ? 50 : 0,
    staked: 20 * Math.log1p(staked),
    backers: 30 * Math.sqrt(facts.stakesByBacker.length),
    connections: 10 * Math.sqrt(Math.min(facts.connections, connectionsCounted)),
    matches: 15 * Math.sqrt(Math.min(facts.acceptedMatches, matchesCounted)),
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

function oneDecimal(value: number): string {
  return (Math.round(value * 10) / 10).toFixed(1);
}
