import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { stakedBy } from '../wallet/staked.ts';
import { type CircleDoc, notEnded } from './circle.model.ts';

/**
 * Finds the circles whose stake gate a member would no longer meet after withdrawing an amount from a Panda (D31). Leaves out those
 * that the member owns, and those whose gate they already fail because it was added or raised later.
 *
 * @param amount hundredths
 */
export async function circlesBehindStake(
  services: Services,
  memberId: ObjectId,
  { pandaId, amount }: { pandaId: ObjectId; amount: number },
): Promise<CircleDoc[]> {
  const { Circle, Membership } = services.db.models;
  const memberships = await Membership.find({ userId: memberId, role: { $ne: 'owner' } }).lean();
  const gated = await Circle.find({
    _id: { $in: memberships.map(({ circleId }) => circleId) },
    circleType: 'stake_gated',
    ...notEnded,
    gatePandaId: { $in: [pandaId, null] },
  }).lean();
  if (gated.length === 0) return [];
  const behindPanda = await stakedBy(services, memberId, pandaId);
  const inAll = await stakedBy(services, memberId);
  return gated.filter(({ gatePandaId, gateMinAmount }) => {
    const [staked, required] = [gatePandaId ? behindPanda : inAll, gateMinAmount ?? 0];
    return staked >= required && staked - amount < required;
  });
}

/** Ends a member's memberships of circles that they do not own, in the caller's transaction. */
export async function endMemberships(
  { db }: Services,
  userId: ObjectId,
  circles: readonly Pick<CircleDoc, '_id'>[],
): Promise<void> {
  if (circles.length === 0) return;
  const ids = circles.map(({ _id }) => _id);
  await db.models.Membership.deleteMany({ userId, circleId: { $in: ids } });
  await db.models.Circle.updateMany({ _id: { $in: ids } }, { $inc: { memberCount: -1 } });
}
