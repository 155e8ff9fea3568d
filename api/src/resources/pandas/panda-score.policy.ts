import { quotientOf } from '@frens/contract/quotient';
import type { Panda } from './panda.model.ts';

/** A Panda of a private member as its backers see it: with the score that it had without friends and introductions (D79). */
export function withoutTies(panda: Panda): Panda {
  const { total, parts } = quotientOf({ ...panda.counted, quizDone: true, connections: 0, matches: 0 });
  return { ...panda, quotient: total, quotientParts: parts };
}
