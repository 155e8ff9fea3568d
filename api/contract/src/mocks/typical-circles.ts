import {
  buildCircle,
  buildCircleMember,
  buildCirclePost,
  buildCircleRequest,
  fixtureId,
} from '../fixtures/index.ts';
import type { Community } from '../fixtures/records.ts';
import type { PublicUser } from '../members.ts';
import type { Panda } from '../pandas.ts';
import type { Answers } from './answers.ts';
import { gatePandaOf } from './circles.ts';
import { demoId, newestFirst } from './typical-people.ts';

/** Circles with members and join requests, and those closed to the demo account. */
export function typicalCircles(
  community: Community,
  users: Map<string, PublicUser>,
  pandas: readonly Panda[],
): Pick<Answers, 'circles' | 'circleMembers' | 'circlePosts' | 'circleRequests' | 'closedCircles'> {
  const circleMembers = new Map(
    community.circles.map(({ id, memberIds, ownerId, createdAt }) => [
      id,
      memberIds.flatMap((memberId) => {
        const user = users.get(memberId);
        const role = memberId === ownerId ? ('owner' as const) : ('member' as const);
        return user ? [buildCircleMember({ user, role, since: createdAt.toISOString() })] : [];
      }),
    ]),
  );
  const circles = newestFirst(community.circles).map(({ memberIds, ownerId, ...circle }) => {
    const role = ownerId === demoId ? 'owner' : memberIds.includes(demoId) ? 'member' : 'none';
    return buildCircle({
      ...circle,
      ownerId,
      memberCount: memberIds.length,
      isPandaGated: circle.circleType === 'stake_gated',
      gatePanda: gatePandaOf(pandas, circle.gatePandaId),
      membership: role,
      createdAt: circle.createdAt.toISOString(),
    });
  });
  const circleRequests = new Map(
    circles
      .filter(({ membership }) => membership === 'owner')
      .map(({ id }) => {
        const inIt = new Set(circleMembers.get(id)?.map((one) => one.id));
        const askers = [...users.values()].filter((user) => !inIt.has(user.id)).slice(0, 2);
        return [
          id,
          askers.map((user, n) => buildCircleRequest({ id: fixtureId('circle request', n), user })),
        ];
      }),
  );
  const circlePosts = new Map(
    circles.map(({ id, membership }) => [
      id,
      newestFirst(community.circlePosts.filter(({ circleId }) => circleId === id)).flatMap((post) => {
        const author = users.get(post.authorId);
        const canDelete = membership === 'owner';
        const createdAt = post.createdAt.toISOString();
        return author
          ? [buildCirclePost({ id: post.id, author, text: post.text, mentions: [], canDelete, createdAt })]
          : [];
      }),
    ]),
  );
  return {
    circles,
    circleMembers,
    circlePosts,
    circleRequests,
    closedCircles: new Map(
      circles
        .filter(({ membership, circleType }) => membership === 'none' && circleType === 'invite')
        .map(({ id }) => [id, { status: 403, code: 'invite_required', parts: {} }]),
    ),
  };
}
