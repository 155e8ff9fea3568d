import { readTogether } from '../../database/batch-loader.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { absent, findOwnedByBlocked } from '../visibility/find-blocked.ts';
import { type CircleDoc, keeperRoles, notEnded } from './circle.model.ts';

/**
 * A circle for whoever asks for it; a visitor is null.
 *
 * @throws 404 where there is none, or not any more, and where a block keeps its owner and who is not in it apart (D23)
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
 * Which of some circles are hidden from a member by a block between them and the owner, by their ids. Whoever was in one before stays in it,
 * and sees it without its owner (docs/decisions/0137).
 */
export async function findCirclesOfBlocked(
  services: Services,
  callerId: ObjectId | null,
  circles: ReadonlyArray<Pick<CircleDoc, '_id' | 'ownerId'>>,
): Promise<Set<string>> {
  const apart = await findOwnedByBlocked(services, callerId, circles);
  if (!callerId || apart.size === 0) return apart;
  const own = await readTogether(services.db.models.Membership, {
    userId: callerId,
    circleId: { $in: [...apart].map(idFrom) },
  });
  for (const { circleId } of own) apart.delete(String(circleId));
  return apart;
}

/** @throws 404, and 403 for who is not its owner */
export async function findOwnCircle(
  services: Services,
  ownerId: ObjectId,
  circleId: ObjectId,
): Promise<CircleDoc> {
  const circle = await findCircle(services, ownerId, circleId);
  if (!circle.ownerId.equals(ownerId)) throw forbidden();
  return circle;
}

/** @throws 404, and 403 for who is neither its owner nor one of its admins */
export async function findKeptCircle(
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
