import type { ObjectId } from '../../database/ids.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { type CircleDoc, notEnded } from './circle.model.ts';

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
