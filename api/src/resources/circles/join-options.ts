import type { JoinOption, PublicUser } from '@frens/contract';
import { toBamboo } from '@frens/contract/bamboo';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { Panda } from '../pandas/panda.model.ts';
import { findVisibleMembers } from '../visibility/visibility.ts';
import { stakedBy, stakedInEach } from '../wallet/staked.ts';
import { hasMaxMemberships } from './assert-membership-limit.ts';
import type { CircleDoc, MembershipDoc } from './circle.model.ts';
import { requirementOf } from './circle.policy.ts';
import { bannedFrom } from './is-banned.ts';
import { invitersOf } from './personal-invitations.ts';

/** No way to join, or none needed. */
export const noJoinOption: JoinOption = { kind: 'none' };

/**
 * The one join option for each circle, by circle id, for a viewer who is in none of them (D58).
 *
 * @param memberships the viewer's
 * @param shown the gates' Pandas that the viewer can see: they cannot back others
 * @param byLink whether the viewer has an invitation link to these circles (D30)
 */
export async function joinOptionsFor(
  services: Services,
  viewer: User | null,
  circles: readonly CircleDoc[],
  memberships: Promise<readonly MembershipDoc[]>,
  shown: Promise<Panda[]>,
  byLink = false,
): Promise<Map<string, JoinOption>> {
  if (!viewer?.profileComplete || circles.length === 0)
    return new Map(circles.map(({ _id }) => [String(_id), noJoinOption]));
  const closed = circles.filter(({ circleType }) => circleType === 'invite').map(({ _id }) => _id);
  const [stakes, inviters, isAtLimit, banned] = await Promise.all([
    stakesAtGates(services, viewer, circles, shown),
    closed.length > 0
      ? invitersOf(services, viewer, closed, findVisibleMembers)
      : new Map<string, PublicUser>(),
    memberships.then((all) =>
      hasMaxMemberships(
        services,
        all.map(({ circleId }) => circleId),
      ),
    ),
    bannedFrom(services, viewer._id),
  ]);
  return new Map(
    circles.map((circle): [string, JoinOption] => {
      const id = String(circle._id);
      if (banned.has(id)) return [id, { kind: 'shut', reason: 'not_admitted' }];
      if (isAtLimit) return [id, { kind: 'shut', reason: 'too_many_circles' }];
      return [id, optionFor(circle, { ...stakes(circle), inviter: inviters.get(id) ?? null, byLink })];
    }),
  );
}

/** The viewer's stakes that a gate counts, in hundredths, and whether they can stake more there. */
interface AtGate {
  staked: number;
  canStake: boolean;
}

interface JoinState extends AtGate {
  /** A friend in the circle who has invited the viewer personally. */
  inviter: PublicUser | null;
  byLink: boolean;
}

function optionFor(circle: CircleDoc, { staked, canStake, inviter, byLink }: JoinState): JoinOption {
  const requirement = requirementOf(circle, staked);
  if (requirement === 'open') return { kind: 'join' };
  if (requirement === 'invite' && inviter) {
    const { username, name, profileImage, pandaId, pandaImage } = inviter;
    return { kind: 'invited', inviter: { username, name, profileImage, pandaId, pandaImage } };
  }
  if (requirement === 'invite') return { kind: byLink ? 'join' : 'ask' };
  if (!canStake) return noJoinOption;
  return {
    kind: 'stake',
    pandaId: circle.gatePandaId && String(circle.gatePandaId),
    required: toBamboo(circle.gateMinAmount ?? 0),
    current: toBamboo(staked),
  };
}

/** Reads the stakes of all gates at once. */
async function stakesAtGates(
  services: Services,
  { _id: viewerId }: User,
  circles: readonly CircleDoc[],
  shown: Promise<Panda[]>,
): Promise<(circle: CircleDoc) => AtGate> {
  const gated = circles.filter(({ circleType }) => circleType === 'stake_gated');
  const pandaIds = gated.flatMap(({ gatePandaId }) => gatePandaId ?? []);
  const countsAny = pandaIds.length < gated.length;
  const [inAll, inEach, pandas] = await Promise.all([
    countsAny ? stakedBy(services, viewerId) : 0,
    stakedInEach(services, viewerId, pandaIds),
    shown,
  ]);
  const canBeBacked = new Set(pandas.map(({ _id }) => String(_id)));
  return ({ gatePandaId }) => {
    if (!gatePandaId) return { staked: inAll, canStake: true };
    const id = String(gatePandaId);
    return { staked: inEach.get(id) ?? 0, canStake: canBeBacked.has(id) };
  };
}
