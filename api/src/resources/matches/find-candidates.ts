import type { FriendCandidates, ParsedQuery } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { limits } from '@frens/contract/limits';
import { batchLoad, readOne } from '../../database/batch-loader.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import { forbidden, notFound } from '../../errors.ts';
import { readPage } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import { type ConnectionDoc, otherIn, pairOf } from '../connections/connection.model.ts';
import { readFriendships } from '../connections/list-connections.ts';
import type { User } from '../members/user.model.ts';
import { gatherProposals, type OwnTies, readOwnTies } from '../proposals/gather-proposals.ts';
import { type Proposal, rankProposals } from '../proposals/rank-proposals.ts';
import { blockedPairs } from '../visibility/find-blocked.ts';
import { type FoundMember, findVisibleById, findVisibleMembers } from '../visibility/visibility.ts';
import { loadCooldowns } from './load-cooldowns.ts';
import { barOf } from './match.policy.ts';
import { canBeIntroduced, showsMatchmakerTo } from './suggest-match.ts';

/**
 * Whom a member could introduce their newest friends to, or one friend: their own friends before others, as those are
 * whom they know, the likeliest first of each, with what speaks for them (D26). Only members whom the matchmaker sees whole, who would see each
 * other and the matchmaker, and who want to be introduced.
 *
 * @throws 404 for a friend who is not seen, 403 for who is no friend
 */
export async function listCandidates(
  services: Services,
  matchmaker: User,
  { friendId, limit, cursor }: ParsedQuery<'GET /api/matches/candidates'>,
  ctx: ApiContext,
): Promise<FriendCandidates[]> {
  const own = readOwnTies(services, matchmaker);
  if (friendId !== undefined) {
    const friend = await findFriend(services, matchmaker, idFrom(friendId));
    const found = { ids: [friend.member._id], friends: Promise.resolve([friend]) };
    return proposeTo(services, matchmaker, found, own);
  }
  const page = { limit: Math.min(limit, limits.matches.friends), cursor };
  return readPage(ctx, page, {
    read: async (after, count) =>
      after
        ? readFriendships(services, matchmaker._id, after, count)
        : (await own).friendships.slice(0, count),
    async present(connections) {
      const ids = connections.map((connection) => otherIn(connection, matchmaker._id));
      const friends = findVisibleMembers(services, matchmaker, ids, { connections }).then((seen) =>
        ids.flatMap((id) => seen.get(String(id)) ?? []),
      );
      const asked = friends.then((all) => all.slice(0, page.limit));
      const proposed = await proposeTo(services, matchmaker, { ids, friends: asked }, own);
      // One more only tells that there is a next page.
      const [spare] = (await friends).slice(page.limit);
      const all = [...proposed, ...(spare ? [{ friend: spare.user, candidates: null }] : [])];
      const byId = new Map(all.map((one) => [one.friend.id, one]));
      return ids.map((id) => byId.get(String(id)) ?? null);
    },
  });
}

/** Whom a matchmaker could introduce some of their friends to, of whom the ids are known first; null for who does not want to be introduced. */
async function proposeTo(
  services: Services,
  matchmaker: User,
  found: { ids: readonly ObjectId[]; friends: Promise<readonly FoundMember[]> },
  own: Promise<OwnTies>,
): Promise<FriendCandidates[]> {
  const wishingAmong = (all: readonly FoundMember[]) => all.filter(({ member }) => canBeIntroduced(member));
  const persons = found.friends.then((all) => wishingAmong(all).map(({ member }) => member));
  const [{ candidates, facts }, friends] = await Promise.all([
    gatherProposals(services, matchmaker, { ids: found.ids, persons }, own),
    found.friends,
  ]);
  const wishing = wishingAmong(friends);
  const willing = candidates.filter(
    ({ member, user }) =>
      canBeIntroduced(member) && showsMatchmakerTo(matchmaker, user.relation === 'friend'),
  );
  const ranked = new Map(
    wishing.map(({ user }) => {
      const { id } = user;
      const others = willing.filter((one) => one.user.id !== id);
      const likeliest = rankProposals(user, others, facts(id));
      const isOwn = ({ user: { relation } }: Proposal) => relation === 'friend';
      // Some of either may be barred.
      return [
        id,
        [likeliest.filter(isOwn), likeliest.filter((one) => !isOwn(one))].flatMap((all) =>
          all.slice(0, 2 * limits.matches.candidates),
        ),
      ];
    }),
  );
  const free = await withoutBarred(services, matchmaker, ranked);
  return friends.map(({ user: friend }) => ({
    friend,
    candidates:
      free
        .get(friend.id)
        ?.slice(0, limits.matches.candidates)
        .map(({ user, reasons }) => ({ user, reasons })) ?? null,
  }));
}

async function findFriend(services: Services, matchmaker: User, friendId: ObjectId): Promise<FoundMember> {
  const [member, user] = await Promise.all([
    readOne(services.db.models.User, friendId),
    findVisibleById(services, matchmaker, friendId),
  ]);
  if (!member || !user) throw notFound();
  if (user.relation !== 'friend') throw forbidden(errorCodes.notYourFriend);
  return { member, user };
}

/**
 * Leaves out whom something stands or stood between and the friend, of which nothing is told to the matchmaker. A report is nothing between
 * two: it changes what its reporter sees alone (docs/decisions/0137).
 *
 * @param proposed by the ids of the friends
 */
async function withoutBarred(
  services: Services,
  matchmaker: User,
  proposed: ReadonlyMap<string, Proposal[]>,
): Promise<Map<string, Proposal[]>> {
  const { Connection } = services.db.models;
  const ofEach = [...proposed].map(([friendId, all]) => ({
    friendId: idFrom(friendId),
    ids: all.map(({ user }) => idFrom(user.id)),
  }));
  const pairs = ofEach.flatMap(({ friendId, ids }) => ids.map((id) => pairOf(friendId, id)));
  const [connections, blocks, bars] = await Promise.all([
    batchLoad(Connection, 'pair', pairs),
    Promise.all(ofEach.map(({ friendId, ids }) => blockedPairs(services, friendId, ids))),
    loadCooldowns(services, pairs),
  ]);
  // A request that was taken back ties nobody, whether or not it had been declined: or the asker would learn here what was silent (D20).
  const isTied = ({ status, takenBack }: ConnectionDoc) => status !== 'withdrawn' && !takenBack;
  const apart = new Set([
    ...connections.filter(isTied).map(({ pair }) => pair),
    ...blocks.flatMap((all) => [...all]),
  ]);
  const now = services.clock.now();
  const isFree = (pair: string) =>
    !apart.has(pair) &&
    barOf(
      bars.filter((match) => match.pair === pair),
      matchmaker._id,
      now,
    ) === null;
  return new Map(
    [...proposed].map(([friendId, all]) => [
      friendId,
      all.filter(({ user }) => isFree(pairOf(idFrom(friendId), idFrom(user.id)))),
    ]),
  );
}
