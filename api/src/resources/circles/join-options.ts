import type { PublicUser, WayIn } from '@frens/contract';
import { toBamboo } from '@frens/contract/bamboo';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { Panda } from '../pandas/panda.model.ts';
import { stakedBy, stakedInEach } from '../wallet/staked.ts';
import { isFull } from './assert-membership-limit.ts';
import type { CircleDoc } from './circle.model.ts';
import { doorOf } from './circle.policy.ts';
import { bannedFrom } from './is-banned.ts';
import { invitersOf } from './personal-invitations.ts';

/** No way in, or none that is needed. */
export const none: WayIn = { kind: 'none' };

/**
 * The one way into each of some circles that is open to who is in none of them, by the ids of the circles (D58).
 *
 * @param joined the circles that the viewer is in
 * @param shown the Pandas that gates name, as far as the viewer is shown them: nobody backs another
 * @param byLink whether the viewer comes with a link into these circles (D30)
 */
export async function joinOptionsFor(
  services: Services,
  viewer: User | null,
  circles: readonly CircleDoc[],
  joined: Promise<ObjectId[]>,
  shown: Promise<Panda[]>,
  byLink = false,
): Promise<Map<string, WayIn>> {
  if (!viewer?.profileComplete || circles.length === 0)
    return new Map(circles.map(({ _id }) => [String(_id), none]));
  const closed = circles.filter(({ circleType }) => circleType === 'invite').map(({ _id }) => _id);
  const [stakes, inviters, hasTooMany, banned] = await Promise.all([
    stakesAtGates(services, viewer, circles, shown),
    closed.length > 0 ? invitersOf(services, viewer, closed) : new Map<string, PublicUser>(),
    joined.then((circleIds) => isFull(services, circleIds)),
    bannedFrom(services, viewer._id),
  ]);
  return new Map(
    circles.map((circle): [string, WayIn] => {
      const id = String(circle._id);
      if (banned.has(id)) return [id, { kind: 'shut', reason: 'not_admitted' }];
      if (hasTooMany) return [id, { kind: 'shut', reason: 'too_many_circles' }];
      return [id, wayInto(circle, { ...stakes(circle), inviter: inviters.get(id) ?? null, byLink })];
    }),
  );
}

/** What somebody has staked where a gate counts it, in hundredths, and whether they can stake more there. */
interface AtGate {
  staked: number;
  canStake: boolean;
}

interface AtDoor extends AtGate {
  /** A friend in it who has invited in person. */
  inviter: PublicUser | null;
  byLink: boolean;
}

function wayInto(circle: CircleDoc, { staked, canStake, inviter, byLink }: AtDoor): WayIn {
  const door = doorOf(circle, staked);
  if (door === 'open') return { kind: 'join' };
  if (door === 'invite' && inviter) {
    const { username, name, profileImage, pandaId } = inviter;
    return { kind: 'invited', inviter: { username, name, profileImage, pandaId } };
  }
  if (door === 'invite') return { kind: byLink ? 'join' : 'ask' };
  if (!canStake) return none;
  return {
    kind: 'stake',
    pandaId: circle.gatePandaId && String(circle.gatePandaId),
    required: toBamboo(circle.gateMinAmount ?? 0),
    current: toBamboo(staked),
  };
}

/** Reads once for all gates. */
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
