import type { MatchCandidate, PublicUser } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { limits } from '@frens/contract/limits';
import { batchLoad } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { type ConnectionDoc, pairOf } from '../connections/connection.model.ts';
import type { User } from '../members/user.model.ts';
import { blockedPairs } from '../visibility/find-blocked.ts';
import { findVisible, fullyVisibleTo } from '../visibility/visibility.ts';
import { gatherCandidates } from './gather-candidates.ts';
import { loadCooldowns } from './load-cooldowns.ts';
import { readInCommon } from './load-in-common.ts';
import { barOf } from './match.policy.ts';
import { rankCandidates } from './match-reasons.ts';
import { canBeIntroduced, showsMatchmakerTo } from './suggest-match.ts';

/**
 * Whom a member could introduce a friend to, the likeliest first, with what speaks for each (D26). Only members whom the matchmaker sees
 * whole, who would see each other and the matchmaker, and who want to be introduced.
 *
 * @throws 404 for who is not seen, 403 for who is no friend or wants no introductions
 */
export async function findCandidates(
  services: Services,
  matchmaker: User,
  friendId: ObjectId,
): Promise<MatchCandidate[]> {
  const { User: Users } = services.db.models;
  const friend = await Users.findById(friendId).lean();
  const seen = await findVisible(services, matchmaker, friend);
  if (!friend || !seen) throw notFound();
  if (seen.relation !== 'friend') throw forbidden(errorCodes.notYourFriend);
  if (!canBeIntroduced(friend)) throw forbidden(errorCodes.suggestionsClosed);

  const gathered = await gatherCandidates(services, matchmaker, friendId);
  const users = await Users.find({ _id: { $in: gathered.ids } }).lean();
  const willing = users.filter(canBeIntroduced);
  const shown = await fullyVisibleTo(services, matchmaker, willing);
  const introducible = willing.filter(({ _id }) => {
    const relation = shown.get(String(_id))?.relation;
    return relation !== undefined && showsMatchmakerTo(matchmaker, relation === 'friend');
  });
  const free = await withoutBarred(services, matchmaker, friend, introducible);
  const inCommon = await readInCommon(services, friendId, free, gathered);
  // True because only who is shown is left.
  const candidates = free.map(({ _id }) => shown.get(String(_id)) as PublicUser);
  return rankCandidates(seen, candidates, inCommon).slice(0, limits.matches.candidates);
}

/**
 * Leaves out whom something stands or stood between and the friend, of which nothing is told to the matchmaker. A report is nothing between
 * two: it changes what its reporter sees alone (docs/decisions/0139).
 */
async function withoutBarred(
  services: Services,
  matchmaker: User,
  friend: User,
  users: readonly User[],
): Promise<User[]> {
  const { Connection } = services.db.models;
  const ids = users.map(({ _id }) => _id);
  const pairs = ids.map((id) => pairOf(friend._id, id));
  const [connections, blocked, bars] = await Promise.all([
    batchLoad(Connection, 'pair', pairs),
    blockedPairs(services, friend._id, ids),
    loadCooldowns(services, pairs),
  ]);
  // A request that was taken back ties nobody, whether or not it had been declined: or the asker would learn here what was silent (D20).
  const isTied = ({ status, takenBack }: ConnectionDoc) => status !== 'withdrawn' && !takenBack;
  const tied = new Set(connections.filter(isTied).map(({ pair }) => pair));
  const now = services.clock.now();
  return users.filter(({ _id }) => {
    const pair = pairOf(friend._id, _id);
    const introduced = bars.filter((match) => match.pair === pair);
    return !tied.has(pair) && !blocked.has(pair) && barOf(introduced, matchmaker._id, now) === null;
  });
}
