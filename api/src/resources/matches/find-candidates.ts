import type { FriendCandidates, ParsedQuery, PublicUser } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { limits } from '@frens/contract/limits';
import { batchLoad } from '../../database/batch-loader.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import { type ConnectionDoc, pairOf } from '../connections/connection.model.ts';
import { listFriends } from '../connections/list-connections.ts';
import type { User } from '../members/user.model.ts';
import { gatherProposals, readOwnTies } from '../proposals/gather-proposals.ts';
import { type Proposal, rankProposals } from '../proposals/rank-proposals.ts';
import { blockedPairs } from '../visibility/find-blocked.ts';
import { findVisible } from '../visibility/visibility.ts';
import { loadCooldowns } from './load-cooldowns.ts';
import { barOf } from './match.policy.ts';
import { canBeIntroduced, showsMatchmakerTo } from './suggest-match.ts';

/**
 * Whom a member could introduce their newest friends to, or one friend: the likeliest first, with what speaks for each (D26). Only members whom
 * the matchmaker sees whole, who would see each other and the matchmaker, and who want to be introduced.
 *
 * @throws 404 for a friend who is not seen, 403 for who is no friend
 */
export async function listCandidates(
  services: Services,
  matchmaker: User,
  { friendId, limit, cursor }: ParsedQuery<'GET /api/matches/candidates'>,
  ctx: ApiContext,
): Promise<FriendCandidates[]> {
  const paging = { limit: Math.min(limit, limits.matches.friends), cursor };
  const own = readOwnTies(services, matchmaker);
  const [friends] = await Promise.all([
    friendId === undefined
      ? listFriends(services, matchmaker, paging, ctx).then((all) => all.map(({ friend }) => friend))
      : findFriend(services, matchmaker, idFrom(friendId)),
    own,
  ]);
  const found = await batchLoad(
    services.db.models.User,
    '_id',
    friends.map(({ id }) => idFrom(id)),
  );
  const persons = found.filter(canBeIntroduced);
  const { candidates, facts } = await gatherProposals(services, matchmaker, persons, own);
  const willing = candidates.filter(
    ({ member, user }) =>
      canBeIntroduced(member) && showsMatchmakerTo(matchmaker, user.relation === 'friend'),
  );
  const ranked = new Map(
    persons.map(({ _id }) => {
      const id = String(_id);
      // True because the persons are among the friends.
      const friend = friends.find((one) => one.id === id) as PublicUser;
      const others = willing.filter(({ user }) => user.id !== id);
      // Some of them may be barred.
      return [id, rankProposals(friend, others, facts(id)).slice(0, 2 * limits.matches.candidates)];
    }),
  );
  const free = await withoutBarred(services, matchmaker, ranked);
  return friends.map((friend) => ({
    friend,
    candidates:
      free
        .get(friend.id)
        ?.slice(0, limits.matches.candidates)
        .map(({ user, reasons }) => ({ user, reasons })) ?? null,
  }));
}

async function findFriend(services: Services, matchmaker: User, friendId: ObjectId): Promise<PublicUser[]> {
  const friend = await services.db.models.User.findById(friendId).lean();
  const seen = await findVisible(services, matchmaker, friend);
  if (!seen) throw notFound();
  if (seen.relation !== 'friend') throw forbidden(errorCodes.notYourFriend);
  return [seen];
}

/**
 * Leaves out whom something stands or stood between and the friend, of which nothing is told to the matchmaker. A report is nothing between
 * two: it changes what its reporter sees alone (docs/decisions/0139).
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
