import type { Circle, Membership } from '@frens/contract';
import { toBamboo } from '@frens/contract/bamboo';
import type { ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { seenBy } from '../visibility/visibility.ts';
import type { CircleDoc } from './circle.model.ts';

/** One circle as it is now; it may have ended in this very moment. */
export async function presentCircle(services: Services, viewer: User, id: ObjectId): Promise<Circle> {
  const circle = await services.db.models.Circle.findById(id).lean();
  const [presented] = await presentCircles(services, viewer, circle ? [circle] : []);
  if (!presented) throw notFound();
  return presented;
}

/** Circles with the viewer's own part in them; owners whom the viewer may not see are not named (D27). */
export async function presentCircles(
  services: Services,
  viewer: User | null,
  circles: readonly CircleDoc[],
): Promise<Circle[]> {
  const { db } = services;
  const owners = viewer
    ? await db.models.User.find({ _id: { $in: circles.map((circle) => circle.ownerId) } }).lean()
    : [];
  const seen = await seenBy(services, viewer, owners);
  const circleId = { $in: circles.map((circle) => circle._id) };
  const mine = viewer ? await db.models.Membership.find({ userId: viewer._id, circleId }).lean() : [];
  const roles = new Map<string, Membership>(mine.map((one) => [String(one.circleId), one.role]));
  return circles.map((circle) => ({
    id: String(circle._id),
    name: circle.name,
    description: circle.description,
    circleType: circle.circleType,
    isPandaGated: circle.circleType === 'stake_gated',
    memberCount: circle.memberCount,
    ownerId: seen.has(String(circle.ownerId)) ? String(circle.ownerId) : null,
    gatePandaId: circle.gatePandaId ? String(circle.gatePandaId) : null,
    gateMinAmount: circle.gateMinAmount === null ? null : toBamboo(circle.gateMinAmount),
    createdAt: circle.createdAt.toISOString(),
    membership: roles.get(String(circle._id)) ?? 'none',
  }));
}
