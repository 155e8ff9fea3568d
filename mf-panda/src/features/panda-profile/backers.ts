import type { Stake } from '@frens/contract';
import { toBamboo, toHundredths } from '@frens/contract/bamboo';

/** Somebody behind a Panda. */
export interface Backer {
  key: string;
  stakerId: string;
  /** Null for who is anonymous. */
  name: string | null;
  /** Names their page; null for who is anonymous. */
  username: string | null;
  /** Their picture; empty for who has none, and for who is anonymous. */
  image: string;
  pandaId: string | null;
  /** All that is theirs of these stakes. */
  amount: string;
}

/**
 * Who stands behind stakes, each once, with the sum of what they staked. It cannot be told who of the anonymous are the same, so each of
 * their stakes stands for itself.
 *
 * @param stakes newest first
 * @returns backers by their newest stake
 */
export function backersOf(stakes: readonly Stake[]): Backer[] {
  const backers = new Map<string, Backer>();
  for (const { id, stakerId, stakerName, stakerUsername, stakerImage, stakerPandaId, amount } of stakes) {
    const key = stakerName === null ? id : stakerId;
    const known = backers.get(key);
    const sum = known ? toBamboo(toHundredths(known.amount) + toHundredths(amount)) : amount;
    backers.set(key, {
      key,
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
