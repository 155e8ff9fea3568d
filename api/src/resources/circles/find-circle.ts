import type { ObjectId } from '../../database/ids.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { type CircleDoc, keeperRoles, notEnded } from './circle.model.ts';

/** @throws 404 where there is none, or not any more */
export async function findCircle({ db }: Services, circleId: ObjectId): Promise<CircleDoc> {
  const circle = await db.models.Circle.findOne({ _id: circleId, ...notEnded }).lean();
  if (!circle) throw notFound();
  return circle;
}

/** @throws 404, and 403 for who is not its owner */
export async function findOwnCircle(
  services: Services,
  ownerId: ObjectId,
  circleId: ObjectId,
): Promise<CircleDoc> {
  const circle = await findCircle(services, circleId);
  if (!circle.ownerId.equals(ownerId)) throw forbidden();
  return circle;
}

/** @throws 404, and 403 for who is neither its owner nor one of its admins */
export async function findKeptCircle(
  services: Services,
  keeperId: ObjectId,
  circleId: ObjectId,
): Promise<CircleDoc> {
  const circle = await findCircle(services, circleId);
  const isKeeper = await services.db.models.Membership.exists({
    circleId,
    userId: keeperId,
    role: { $in: keeperRoles },
  });
  if (!isKeeper) throw forbidden();
  return circle;
}
