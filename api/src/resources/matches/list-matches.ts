import type { MadeMatch, ParsedQuery, ReceivedMatch } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import { mergeNewestFirst, type Position, positionFilter, readNewest, readPage } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import type { User } from '../members/user.model.ts';
import { findReported } from '../visibility/find-reported.ts';
import { findVisibleMembers, type See, type SeenMember } from '../visibility/visibility.ts';
import { type MatchDoc, shownMessage } from './match.model.ts';
import { answerOf, openSince, statusOf } from './match.policy.ts';

type Paging = ParsedQuery<'GET /api/matches'>;
type Side = 'matchmakerId' | 'user1Id' | 'user2Id';

/** Lists the introductions of a member to others, newest first (D25). */
export function listReceived(
  services: Services,
  viewer: User,
  paging: Paging,
  ctx: ApiContext,
): Promise<ReceivedMatch[]> {
  return readPage(ctx, paging, {
    read: async (after, limit) =>
      mergeNewestFirst(
        await Promise.all([
          readSide(services, ['user1Id', viewer._id], after, limit),
          readSide(services, ['user2Id', viewer._id], after, limit),
        ]),
        limit,
      ),
    present: (matches) => presentReceived(services, viewer, matches),
  });
}

/** Reads the newest open introductions of a member to others, whoever of the two has not answered yet. */
export async function readOpen(services: Services, viewer: User, limit: number): Promise<ReceivedMatch[]> {
  const open = { status: 'pending', createdAt: { $gt: openSince(services.clock.now()) } } as const;
  const sides = await Promise.all(
    (['user1Id', 'user2Id'] as const).map((side) =>
      readNewest(services.db.models.Match, { [side]: viewer._id, ...open }, limit),
    ),
  );
  const shown = await presentReceived(services, viewer, mergeNewestFirst(sides, limit));
  return shown.flatMap((match) => match ?? []);
}

/** Lists the introductions that a member has made, newest first. */
export function listMade(
  services: Services,
  viewer: User,
  paging: Paging,
  ctx: ApiContext,
): Promise<MadeMatch[]> {
  return readPage(ctx, paging, {
    read: (after, limit) => readSide(services, ['matchmakerId', viewer._id], after, limit),
    present: (matches) => presentMade(services, viewer, matches),
  });
}

/**
 * Presents introductions to one of their parties, index by index: null if the other party or the matchmaker is invisible to them
 * (D16), or if they have reported the introduction (D23).
 */
export function presentReceived(
  services: Services,
  viewer: User,
  matches: readonly MatchDoc[],
): Promise<Array<ReceivedMatch | null>> {
  return seeReceived(services, viewer, matches, findVisibleMembers);
}

/** `presentReceived` with members as the caller looks at them. */
export async function seeReceived<Seen extends SeenMember>(
  services: Services,
  viewer: User,
  matches: readonly MatchDoc[],
  see: See<Seen>,
) {
  const otherOf = ({ user1Id, user2Id }: MatchDoc) => (user1Id.equals(viewer._id) ? user2Id : user1Id);
  const [shown, reported] = await Promise.all([
    see(
      services,
      viewer,
      matches.flatMap((match) => [otherOf(match), match.matchmakerId]),
    ),
    findReported(
      services,
      viewer,
      'match',
      matches.map(({ _id }) => _id),
    ),
  ]);
  const now = services.clock.now();
  return matches.map((match) => {
    const other: Seen['user'] | undefined = shown.get(String(otherOf(match)))?.user;
    const matchmaker: Seen['user'] | undefined = shown.get(String(match.matchmakerId))?.user;
    if (!other || !matchmaker || reported.has(String(match._id))) return null;
    return { ...commonFields(match, now), other, matchmaker, myAnswer: answerOf(match, viewer._id) };
  });
}

/** Presents introductions to their matchmaker, index by index. */
export function presentMade(
  services: Services,
  viewer: User,
  matches: readonly MatchDoc[],
): Promise<MadeMatch[]> {
  return seeMade(services, viewer, matches, findVisibleMembers);
}

/** `presentMade` with members as the caller looks at them. */
export async function seeMade<Seen extends SeenMember>(
  services: Services,
  viewer: User,
  matches: readonly MatchDoc[],
  see: See<Seen>,
) {
  const ids = matches.flatMap(({ user1Id, user2Id }) => [user1Id, user2Id]);
  const shown = await see(services, viewer, ids);
  const userOf = (id: ObjectId): Seen['user'] | null => shown.get(String(id))?.user ?? null;
  const now = services.clock.now();
  return matches.map((match) => ({
    ...commonFields(match, now),
    user1: userOf(match.user1Id),
    user2: userOf(match.user2Id),
  }));
}

function commonFields(match: MatchDoc, now: Date) {
  return {
    id: String(match._id),
    user1Id: String(match.user1Id),
    user2Id: String(match.user2Id),
    message: shownMessage(match),
    status: statusOf(match, now),
    createdAt: match.createdAt.toISOString(),
  };
}

/** One index scan. */
function readSide(
  { db }: Services,
  [side, memberId]: [Side, ObjectId],
  after: Position | null,
  limit: number,
): Promise<MatchDoc[]> {
  return readNewest(db.models.Match, { [side]: memberId, ...positionFilter(after) }, limit);
}
