import { buildLedgerEntry, buildOwnStake, fixtureId } from '../fixtures/index.ts';
import { limits } from '../limits.ts';
import type { Panda } from '../pandas.ts';
import type { OwnStake, Stake } from '../stakes.ts';
import type { LedgerEntry } from '../wallet.ts';
import { plus } from './amounts.ts';

/** A member's stakes as their own page shows them. */
export function ownStakesOf(stakes: readonly Stake[], pandas: readonly Panda[]): OwnStake[] {
  return stakes.map(({ id, pandaId, amount, createdAt }) => {
    const { name = '', imageUrl = '' } = pandas.find((panda) => panda.id === pandaId) ?? {};
    const unlocksAt = new Date(Date.parse(createdAt) + limits.stakes.lockedDays * 86_400_000).toISOString();
    return buildOwnStake({ id, panda: { id: pandaId, name, imageUrl }, amount, createdAt, unlocksAt });
  });
}

/** How a member came to their balance who has been given BAMBOO and has staked some of it. */
export function ledgerOf(stakes: readonly OwnStake[]): LedgerEntry[] {
  const grants: Partial<LedgerEntry>[] = [
    { kind: 'welcome', amount: '100.00', createdAt: '2026-07-30T08:12:00.000Z' },
    { kind: 'quiz', amount: '25.00', createdAt: '2026-07-30T08:20:00.000Z' },
  ];
  const moves = stakes.toReversed().map(
    ({ panda, amount, createdAt }): Partial<LedgerEntry> => ({
      kind: 'stake',
      panda: panda && { id: panda.id, name: panda.name },
      amount: plus('0.00', amount, -1),
      createdAt,
    }),
  );
  let balanceAfter = '0.00';
  return [...grants, ...moves]
    .map((entry, number) => {
      balanceAfter = plus(balanceAfter, entry.amount ?? '0.00');
      return buildLedgerEntry({ ...entry, balanceAfter, id: fixtureId('posting', number) });
    })
    .toReversed();
}
