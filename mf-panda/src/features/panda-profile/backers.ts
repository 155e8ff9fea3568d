import type { Stake } from '@frens/contract';
import { toBamboo, toHundredths } from '@frens/contract/bamboo';

/** A member who backs a Panda. */
export interface Backer {
  stakerId: string;
  /** Null if anonymous. */
  name: string | null;
  /** Username of their page; null if anonymous. */
  username: string | null;
  /** Picture URL; empty without a picture or if anonymous. */
  image: string;
  /** URL of their Panda's drawing. */
  pandaImage: string | null;
  /** Sum of their stakes. */
  amount: string;
}

/**
 * Groups stakes by backer, with the sum of each backer's stakes.
 *
 * @param stakes newest first
 * @returns backers ordered by their newest stake
 */
export function backersOf(stakes: readonly Stake[]): Backer[] {
  const backers = new Map<string, Backer>();
  for (const { stakerId, stakerName, stakerUsername, stakerImage, stakerPandaImage, amount } of stakes) {
    const known = backers.get(stakerId);
    const sum = known ? toBamboo(toHundredths(known.amount) + toHundredths(amount)) : amount;
    backers.set(stakerId, {
      stakerId,
      name: stakerName,
      username: stakerUsername,
      image: stakerImage ?? '',
      pandaImage: stakerPandaImage,
      amount: sum,
    });
  }
  return [...backers.values()];
}
