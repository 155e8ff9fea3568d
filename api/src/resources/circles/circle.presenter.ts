import type { Circle, Membership } from '@frens/contract';
import { toBamboo } from '@frens/contract/bamboo';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { CircleDoc } from './circle.model.ts';

/** Circles with the viewer's own part in them. */
export async function presentCircles(
  { db }: Services,
  viewer: User | null,
  circles: readonly CircleDoc[],
): Promise<Circle[]> {
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
    ownerId: String(circle.ownerId),
    gatePandaId: circle.gatePandaId ? String(circle.gatePandaId) : null,
    gateMinAmount: circle.gateMinAmount === null ? null : toBamboo(circle.gateMinAmount),
    createdAt: circle.createdAt.toISOString(),
    membership: roles.get(String(circle._id)) ?? 'none',
  }));
}
