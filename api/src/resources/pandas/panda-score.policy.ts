import { quotientOf } from '@frens/contract/quotient';
import type { Panda } from './panda.model.ts';

/** A private member's Panda as backers see it: its score leaves out friends and introductions (D79). */
export function withoutConnectionScore(panda: Panda): Panda {
  const { total, parts } = quotientOf({ ...panda.counted, quizDone: true, connections: 0, matches: 0 });
  return { ...panda, quotient: total, quotientParts: parts };
}
