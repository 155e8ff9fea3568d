import {
  buildContent,
  buildLedgerEntry,
  buildOwnStake,
  buildPanda,
  buildStake,
  buildWallet,
  fixtureId,
  pandaImageOf,
} from '../fixtures/index.ts';
import type { Community } from '../fixtures/records.ts';
import { limits } from '../limits.ts';
import type { PublicUser } from '../members.ts';
import { namedMember } from '../named-member.ts';
import { readSignature } from '../panda-scoring.ts';
import type { Panda } from '../pandas.ts';
import type { OwnStake, Stake } from '../stakes.ts';
import { isBackerNamed } from '../visibility.ts';
import type { LedgerEntry } from '../wallet.ts';
import type { Answers } from './answers.ts';
import { plus, sum } from './lookup.ts';
import { demoId, newestFirst, viewpointOf } from './typical-people.ts';

/** Pandas with backers and content, and the demo account's BAMBOO. */
export function typicalPandas(
  community: Community,
  users: Map<string, PublicUser>,
): Pick<Answers, 'pandas' | 'stakes' | 'ownStakes' | 'ledger' | 'wallet' | 'content' | 'canReview'> {
  const stakes = newestFirst(community.stakes).map((one) => {
    const member = community.members.find(({ id }) => id === one.stakerId);
    const seen = users.get(one.stakerId);
    const viewpoint = one.stakerId === demoId ? 'self' : seen && viewpointOf(seen.relation);
    const staker = member && viewpoint && isBackerNamed(member.privacy, viewpoint) ? member : null;
    const pandaId = community.pandas.find(({ ownerId }) => ownerId === staker?.id)?.id ?? null;
    return buildStake({
      ...one,
      stakerId: staker?.id ?? aliasOf(`${one.stakerId} ${one.pandaId}`),
      stakerName: staker?.name ?? null,
      stakerUsername: staker?.username ?? null,
      stakerImage: staker ? '' : null,
      stakerPandaId: pandaId,
      stakerPandaImage: pandaImageOf(pandaId),
      createdAt: one.createdAt.toISOString(),
    });
  });
  const pandas = newestFirst(community.pandas).map(({ id, ownerId, name, answers, createdAt }) => {
    const backing = stakes.filter((one) => one.pandaId === id);
    const owner = users.get(ownerId);
    return buildPanda({
      id,
      name,
      traits: readSignature(answers).traits,
      totalBambooStaked: sum(backing),
      uniqueBackers: new Set(backing.map((one) => one.stakerId)).size,
      owner: owner ? { id: owner.id, username: owner.username, name: owner.name, profileImage: '' } : null,
      isMine: ownerId === demoId,
      createdAt: createdAt.toISOString(),
    });
  });
  const own = stakes.filter((one) => one.stakerId === demoId);
  const ownStakes = ownStakesOf(own, pandas);
  return {
    pandas,
    stakes,
    ownStakes,
    ledger: ledgerOf(ownStakes),
    wallet: buildWallet({ staked: sum(own) }),
    content: newestFirst(community.content).map(({ pandaId, tags, authorId, ...one }) => {
      const isMine = authorId === demoId;
      const author = users.get(authorId) ?? null;
      return {
        ...buildContent({
          ...one,
          author: author && namedMember(author),
          metadata: { tags },
          createdAt: one.createdAt.toISOString(),
          isMine,
          canCheer: !isMine,
        }),
        pandaId,
      };
    }),
    canReview: new Set(
      own
        .map(({ pandaId }) => pandaId)
        .filter((pandaId) => !pandas.some((panda) => panda.id === pandaId && panda.isMine)),
    ),
  };
}

/** Alias of an anonymous backer: six letters, like the server's keyed hash (D73). */
function aliasOf(text: string): string {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return Array.from({ length: 6 }, (_, place) =>
    String.fromCodePoint(97 + ((sum >>> (place * 5)) % 26)),
  ).join('');
}

/** A member's stakes, as on their own page. */
function ownStakesOf(stakes: readonly Stake[], pandas: readonly Panda[]): OwnStake[] {
  return stakes.map(({ id, pandaId, amount, createdAt }) => {
    const { name = '', imageUrl = '' } = pandas.find((panda) => panda.id === pandaId) ?? {};
    const unlocksAt = new Date(Date.parse(createdAt) + limits.stakes.lockedDays * 86_400_000).toISOString();
    return buildOwnStake({ id, panda: { id: pandaId, name, imageUrl }, amount, createdAt, unlocksAt });
  });
}

/** The ledger of a member with grants and stakes. */
function ledgerOf(stakes: readonly OwnStake[]): LedgerEntry[] {
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
