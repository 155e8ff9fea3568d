import type { Stake } from '@frens/contract';
import { toBamboo, toHundredths } from '@frens/contract/bamboo';

/** Somebody behind a Panda. */
export interface Backer {
  stakerId: string;
  /** Null for who is not named. */
  name: string | null;
  /** Names their page; null for who is not named. */
  username: string | null;
  /** Their picture; empty for who has none, and for who is not named. */
  image: string;
  pandaId: string | null;
  /** All that is theirs of these stakes. */
  amount: string;
}

/**
 * Who stands behind stakes, each once, with the sum of what they staked.
 *
 * @param stakes newest first
 * @returns backers by their newest stake
 */
export function backersOf(stakes: readonly Stake[]): Backer[] {
  const backers = new Map<string, Backer>();
  for (const { stakerId, stakerName, stakerUsername, stakerImage, stakerPandaId, amount } of stakes) {
    const known = backers.get(stakerId);
    const sum = known ? toBamboo(toHundredths(known.amount) + toHundredths(amount)) : amount;
    backers.set(stakerId, {
      stakerId,
      name: stakerName,
      username: stakerUsername,
      image: stakerImage ?? '',
      pandaId: stakerPandaId,
      amount: sum,
    });
  }
  return [...backers.values()];
}
