import type { KeptRequest } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { batchFind } from '../../database/batch-loader.ts';
import { readNewest } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { type CircleDoc, keeperRoles, type MembershipDoc, notEnded } from './circle.model.ts';
import { presentRequests } from './request-to-join.ts';

// Invitations and requests in circles that await a member's answer, from everybody or from one other member.

/** The most read of each kind. */
const { counted } = limits.home;

/** Reads the circles to which friends have invited the member, newest invitation first. */
export async function readInvitedInto(
  { db, clock }: Services,
  viewer: User,
  inviter?: User,
): Promise<CircleDoc[]> {
  const open = { userId: viewer._id, status: 'open', expiresAt: { $gt: clock.now() } } as const;
  const by = inviter && { inviterId: inviter._id };
  const found = await readNewest(db.models.CircleInvitation, { ...open, ...by }, counted);
  if (found.length === 0) return [];
  const ids = found.map(({ circleId }) => circleId);
  const circles = await batchFind(db.models.Circle, { _id: { $in: ids }, ...notEnded });
  const byId = new Map(circles.map((circle) => [String(circle._id), circle]));
  return [...new Set(ids.map(String))].flatMap((id) => byId.get(id) ?? []);
}

/** Reads the pending requests to circles of which the member is owner or admin. */
export async function readKeptRequests(
  services: Services,
  viewer: User,
  memberships: readonly MembershipDoc[],
  asker?: User,
): Promise<KeptRequest[]> {
  const { Circle, CircleRequest } = services.db.models;
  const kept = memberships.filter(({ role }) => keeperRoles.includes(role)).map(({ circleId }) => circleId);
  if (kept.length === 0) return [];
  const by = asker && { userId: asker._id };
  const [found, circles] = await Promise.all([
    readNewest(CircleRequest, { circleId: { $in: kept }, status: 'pending', ...by }, counted),
    batchFind(Circle, { _id: { $in: kept }, ...notEnded }),
  ]);
  const requests = await presentRequests(services, viewer, found);
  const names = new Map(circles.map(({ _id, name }) => [String(_id), name]));
  return requests.flatMap((request, place) => {
    const id = String(found[place]?.circleId);
    const name = names.get(id);
    return request && name !== undefined ? { circle: { id, name }, request } : [];
  });
}
