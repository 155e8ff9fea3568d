import { buildContent, buildPanda, buildStake, buildWallet } from '../fixtures/index.ts';
import type { Community } from '../fixtures/records.ts';
import type { PublicUser } from '../members.ts';
import { namedMember } from '../named-member.ts';
import { readSignature } from '../panda-scoring.ts';
import { isBackerNamed } from '../visibility.ts';
import { sum } from './amounts.ts';
import type { Answers } from './answers.ts';
import { ledgerOf, ownStakesOf } from './own-bamboo.ts';
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
    return buildStake({
      ...one,
      stakerId: staker?.id ?? aliasOf(`${one.stakerId} ${one.pandaId}`),
      stakerName: staker?.name ?? null,
      stakerUsername: staker?.username ?? null,
      stakerImage: staker ? '' : null,
      stakerPandaId: community.pandas.find(({ ownerId }) => ownerId === staker?.id)?.id ?? null,
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
