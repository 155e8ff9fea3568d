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
import { gatherProposals } from '../proposals/gather-proposals.ts';
import { type OwnRelations, readOwnRelations } from '../proposals/own-relations.ts';
import { type Proposal, rankProposals } from '../proposals/rank-proposals.ts';
import { blockedPairs } from '../visibility/find-blocked.ts';
import {
  type FoundMember,
  findVisibleById,
  findVisibleMembers,
  seeMembers,
} from '../visibility/visibility.ts';
import { loadCooldowns } from './load-cooldowns.ts';
import { cooldownOf } from './match.policy.ts';
import { canBeIntroduced, showsMatchmakerTo } from './suggest-match.ts';

/** Candidates that are shown for a friend. */
const most = limits.matches.candidates;

/**
 * Ranks candidates for introductions to the matchmaker's newest friends, or to one friend, with the reasons for each (D26). The
 * matchmaker's own friends come before other members, because they know those. A candidate must be fully visible to the matchmaker,
 * able to see the friend and the matchmaker, and open to introductions.
 *
 * @throws 404 for an invisible member, 403 for one who is no friend
 */
export async function listCandidates(
  services: Services,
  matchmaker: User,
  { friendId, limit, cursor }: ParsedQuery<'GET /api/matches/candidates'>,
  ctx: ApiContext,
): Promise<FriendCandidates[]> {
  const ownRelations = readOwnRelations(services, matchmaker, seeMembers);
  // When another read fails first, nobody awaits it.
  ownRelations.catch(() => undefined);
  if (friendId !== undefined) {
    const friend = await findFriend(services, matchmaker, idFrom(friendId));
    const found = { ids: [friend.member._id], friends: Promise.resolve([friend]) };
    return proposeTo(services, matchmaker, found, ownRelations);
  }
  const page = { limit: Math.min(limit, limits.matches.friends), cursor };
  return readPage(ctx, page, {
    read: async (after, count) =>
      after
        ? readFriendships(services, matchmaker._id, after, count)
        : (await ownRelations).friendships.slice(0, count),
    async present(connections) {
      const ids = connections.map((connection) => otherIn(connection, matchmaker._id));
      // Read by now. If that has failed, nobody would await the friends.
      await ownRelations;
      const friends = findVisibleMembers(services, matchmaker, ids, { connections }).then((visible) =>
        ids.flatMap((id) => visible.get(String(id)) ?? []),
      );
      const onPage = friends.then((all) => all.slice(0, page.limit));
      const proposed = await proposeTo(services, matchmaker, { ids, friends: onPage }, ownRelations);
      // The extra friend only shows that there is a next page.
      const [spare] = (await friends).slice(page.limit);
      const all = [...proposed, ...(spare ? [{ friend: spare.user, candidates: null }] : [])];
      const byId = new Map(all.map((one) => [one.friend.id, one]));
      return ids.map((id) => byId.get(String(id)) ?? null);
    },
  });
}

type Friend = Pick<FoundMember, 'user' | 'member'>;

/** Friends, and their ids, which start reads before the friends load. */
interface Friends {
  ids: readonly ObjectId[];
  friends: Promise<readonly Friend[]>;
}

/**
 * Ranks candidates for each of these friends; null for a friend not open to introductions. Of a matchmaker with many friends only these are looked
 * at, as far as they fill the lists: they come before all others.
 */
async function proposeTo(
  services: Services,
  matchmaker: User,
  found: Friends,
  ownRelations: Promise<OwnRelations>,
): Promise<FriendCandidates[]> {
  const { friendships } = await ownRelations;
  if (friendships.length > 2 * most) {
    const proposed = await rankCandidates(
      services,
      matchmaker,
      { ...found, onlyFriends: true },
      ownRelations,
    );
    if (proposed.every(({ candidates }) => candidates === null || candidates.length === most))
      return proposed;
  }
  return rankCandidates(services, matchmaker, found, ownRelations);
}

async function rankCandidates(
  services: Services,
  matchmaker: User,
  found: Friends & { onlyFriends?: boolean },
  ownRelations: Promise<OwnRelations>,
): Promise<FriendCandidates[]> {
  const onlyOpen = (all: readonly Friend[]) => all.filter(({ member }) => canBeIntroduced(member));
  const persons = found.friends.then((all) => onlyOpen(all).map(({ member }) => member));
  const [{ candidates, facts }, friends] = await Promise.all([
    gatherProposals(services, matchmaker, { ...found, persons }, ownRelations),
    found.friends,
  ]);
  const willing = candidates.filter(
    ({ member, user }) =>
      canBeIntroduced(member) && showsMatchmakerTo(matchmaker, user.relation === 'friend'),
  );
  const ranked = new Map(
    onlyOpen(friends).map(({ user }) => {
      const { id } = user;
      const others = willing.filter((one) => one.user.id !== id);
      const ranking = rankProposals(user, others, facts(id));
      const isOwn = ({ user: { relation } }: Proposal) => relation === 'friend';
      // Twice as many as are shown, because the exclusions below remove some.
      return [
        id,
        [ranking.filter(isOwn), ranking.filter((one) => !isOwn(one))].flatMap((all) =>
          all.slice(0, 2 * most),
        ),
      ];
    }),
  );
  const allowed = await withoutExcluded(services, matchmaker, ranked);
  return friends.map(({ user: friend }) => ({
    friend,
    candidates:
      allowed
        .get(friend.id)
        ?.slice(0, most)
        .map(({ user, reasons }) => ({ user, reasons })) ?? null,
  }));
}

async function findFriend(services: Services, matchmaker: User, friendId: ObjectId): Promise<Friend> {
  const [member, user] = await Promise.all([
    readOne(services.db.models.User, friendId),
    findVisibleById(services, matchmaker, friendId),
  ]);
  if (!member || !user) throw notFound();
  if (user.relation !== 'friend') throw forbidden(errorCodes.notYourFriend);
  return { member, user };
}

/**
 * Leaves out candidates with a connection, a block or a cooldown between them and the friend, without revealing which. Reports do not
 * count: they change only what their reporter sees (docs/decisions/0137).
 *
 * @param proposed the proposals by their friend's id
 */
async function withoutExcluded(
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
  const [connections, blocks, cooldowns] = await Promise.all([
    batchLoad(Connection, 'pair', pairs),
    Promise.all(ofEach.map(({ friendId, ids }) => blockedPairs(services, friendId, ids))),
    loadCooldowns(services, pairs),
  ]);
  // A withdrawn request does not count, be it declined or not: otherwise the asker could detect a silent decline here (D20).
  const counts = ({ status, takenBack }: ConnectionDoc) => status !== 'withdrawn' && !takenBack;
  const excluded = new Set([
    ...connections.filter(counts).map(({ pair }) => pair),
    ...blocks.flatMap((all) => [...all]),
  ]);
  const now = services.clock.now();
  const isAllowed = (pair: string) =>
    !excluded.has(pair) &&
    cooldownOf(
      cooldowns.filter((match) => match.pair === pair),
      matchmaker._id,
      now,
    ) === null;
  return new Map(
    [...proposed].map(([friendId, all]) => [
      friendId,
      all.filter(({ user }) => isAllowed(pairOf(idFrom(friendId), idFrom(user.id)))),
    ]),
  );
}
