import type { Circle, InCommon, PublicUser } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import type { PipelineStage } from 'mongoose';
import { batchFind } from '../../database/batch-loader.ts';
import { serverLimits } from '../../limits.ts';
import { mergeNewestFirst, type Position } from '../../paging.ts';
import type { Services } from '../../services.ts';
import { type CircleDoc, type MembershipDoc, notEnded } from '../circles/circle.model.ts';
import { withGatePandas } from '../circles/circle.presenter.ts';
import { showCircles } from '../circles/show-circles.ts';
import { otherIn } from '../connections/connection.model.ts';
import { findFriends } from '../connections/connections.ts';
import { readFriendships } from '../connections/list-connections.ts';
import type { User } from '../members/user.model.ts';
import type { Viewing } from '../pandas/panda.presenter.ts';
import { type OwnRelations, readOwnRelations } from '../proposals/own-relations.ts';
import { personOf } from '../proposals/propose-people.ts';
import { weigher } from '../proposals/rank-proposals.ts';
import { presentSample, readNewcomers, readShared, readTraits } from '../proposals/shared-facts.ts';
import { findFullyVisible, fullyVisibleByIds, seeMembers } from '../visibility/visibility.ts';

/** Data about the viewer that does not depend on the other member, so it is read in parallel with the check of their visibility. */
interface OwnSide {
  relations: OwnRelations;
  newcomers: User[];
}

export async function readOwnSide(services: Services, viewer: User): Promise<OwnSide> {
  const [relations, newcomers] = await Promise.all([
    readOwnRelations(services, viewer, seeMembers, { most: serverLimits.proposals.hubs }),
    readNewcomers(services),
  ]);
  return { relations, newcomers };
}

/**
 * Finds the circles, friends and other reasons that two members share (D57). Members who are shown by name alone share nothing, and
 * are never listed as friends: no list reveals more than their own page (D16).
 */
export async function findInCommon(
  services: Services,
  viewing: Viewing & { viewer: User },
  person: User,
  { relations, newcomers }: OwnSide,
): Promise<InCommon> {
  const { viewer } = viewing;
  const nothing = { circles: [], friends: [], hasMoreFriends: false, reasons: [] };
  if (viewer._id.equals(person._id)) return nothing;
  const seeing = findFullyVisible(services, viewer, [person._id], { users: [person] });
  const [seen, circles, friends, traits, shared, sample] = await Promise.all([
    seeing,
    circlesInCommon(services, viewing, person, relations.memberships),
    findFriendsInCommon(services, viewer, person),
    readTraits(
      services,
      viewer,
      seeing.then((found) => found.values()),
    ),
    readShared(services, viewer, relations, [person._id]),
    presentSample(services, viewer, newcomers),
  ]);
  const found = seen.get(String(person._id));
  if (!found) return nothing;
  const weigh = weigher(personOf(viewer), { ...shared, traits, sample, now: services.clock.now() });
  return { circles, ...friends, reasons: weigh({ user: found.user, joinedAt: person.createdAt }).reasons };
}

/** Joins a membership with its circle and the Panda of the circle's gate. */
const withCircle: PipelineStage.Lookup = {
  $lookup: {
    from: 'circles',
    localField: 'circleId',
    foreignField: '_id',
    pipeline: [{ $match: notEnded }, withGatePandas],
    as: 'circles',
  },
};

/** A member is in at most 200 circles (D29), so both lists are read without paging. */
async function circlesInCommon(
  services: Services,
  viewing: Viewing & { viewer: User },
  person: User,
  mine: readonly MembershipDoc[],
): Promise<Circle[]> {
  const circleId = { $in: mine.map((membership) => membership.circleId) };
  const shared = await batchFind(services.db.models.Membership, { userId: person._id, circleId }, [
    withCircle,
  ]);
  if (shared.length === 0) return [];
  // Safe: `withCircle` joins them.
  const circles = (shared as Array<MembershipDoc & { circles: CircleDoc[] }>).flatMap((one) => one.circles);
  return showCircles(services, viewing, mergeNewestFirst([circles], circles.length), Promise.resolve(mine));
}

interface Bounds {
  /** Friendships to scan. */
  budget: number;
  /** Friendships per read. */
  batch: number;
}

/** Finds friends in common by scanning the friends of the member who has fewer, newest first, up to the budget. */
export async function findFriendsInCommon(
  services: Services,
  viewer: User,
  person: User,
  { batch, budget }: Bounds = serverLimits.inCommon,
): Promise<Pick<InCommon, 'friends' | 'hasMoreFriends'>> {
  const [fewer, other] =
    viewer.friendCount <= person.friendCount ? ([viewer, person] as const) : ([person, viewer] as const);
  const friends: PublicUser[] = [];
  let after: Position | null = null;
  for (let read = 0; read < budget; read += batch) {
    const friendships = await readFriendships(services, fewer._id, after, batch);
    const ids = friendships.map((friendship) => otherIn(friendship, fewer._id));
    // A short list is checked for visibility in parallel with the search for common friends.
    const [common, visibleBatch] = await Promise.all([
      findFriends(services, other._id, ids),
      ids.length > limits.inCommon.friends ? null : fullyVisibleByIds(services, viewer, ids),
    ]);
    const commonIds = ids.filter((id) => common.has(String(id)));
    const visible = visibleBatch ?? (await fullyVisibleByIds(services, viewer, commonIds));
    friends.push(...commonIds.flatMap((id) => visible.get(String(id)) ?? []));
    if (friends.length > limits.inCommon.friends) break;
    if (friendships.length < batch) return { friends, hasMoreFriends: false };
    after = friendships.at(-1) ?? null;
  }
  return { friends: friends.slice(0, limits.inCommon.friends), hasMoreFriends: true };
}
