import { batchFind } from '../../database/batch-loader.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { absent, findOwnedByBlocked } from '../visibility/find-blocked.ts';
import { type CircleDoc, keeperRoles, notEnded } from './circle.model.ts';

/**
 * Reads a circle for a caller, who is null for a visitor.
 *
 * @throws 404 for a missing or ended circle, and for a non-member with a block between them and the owner (D23)
 */
export async function findCircle(
  services: Services,
  callerId: ObjectId | null,
  circleId: ObjectId,
): Promise<CircleDoc> {
  const circle = await services.db.models.Circle.findOne({ _id: circleId, ...notEnded }).lean();
  const hidden = await findCirclesOfBlocked(services, callerId, [circle ?? absent(circleId)]);
  if (!circle || hidden.size > 0) throw notFound();
  return circle;
}

/**
 * The ids of those circles that are hidden from the caller by a block between them and the owner. Existing members stay in the circle
 * and see it without its owner (docs/decisions/0137).
 */
export async function findCirclesOfBlocked(
  services: Services,
  callerId: ObjectId | null,
  circles: ReadonlyArray<Pick<CircleDoc, '_id' | 'ownerId'>>,
): Promise<Set<string>> {
  const hidden = await findOwnedByBlocked(services, callerId, circles);
  if (!callerId || hidden.size === 0) return hidden;
  const own = await batchFind(services.db.models.Membership, {
    userId: callerId,
    circleId: { $in: [...hidden].map(idFrom) },
  });
  for (const { circleId } of own) hidden.delete(String(circleId));
  return hidden;
}

/** Reads a circle for its owner. Throws 404 for a missing circle, 403 for anybody else. */
export async function findOwnCircle(
  services: Services,
  ownerId: ObjectId,
  circleId: ObjectId,
): Promise<CircleDoc> {
  const circle = await findCircle(services, ownerId, circleId);
  if (!circle.ownerId.equals(ownerId)) throw forbidden();
  return circle;
}

/** Reads a circle for its owner or an admin. Throws 404 for a missing circle, 403 for anybody else. */
export async function findCircleOfKeeper(
  services: Services,
  keeperId: ObjectId,
  circleId: ObjectId,
): Promise<CircleDoc> {
  const circle = await findCircle(services, keeperId, circleId);
  const isKeeper = await services.db.models.Membership.exists({
    circleId,
    userId: keeperId,
    role: { $in: keeperRoles },
  });
  if (!isKeeper) throw forbidden();
  return circle;
}
