import { batchFind } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { keeperRoles } from '../circles/circle.model.ts';

/**
 * Finds members who requests to join a circle that the viewer owns or administers (D16, D29). They are visible to the viewer while the
 * request is pending.
 */
export async function findRequesters(
  { db }: Pick<Services, 'db'>,
  viewerId: ObjectId,
  ids: readonly ObjectId[],
): Promise<Set<string>> {
  const { CircleRequest, Membership } = db.models;
  const requests = await batchFind(CircleRequest, { userId: { $in: [...ids] }, status: 'pending' });
  const circleIds = requests.map(({ circleId }) => circleId);
  const keeperships = await batchFind(Membership, {
    userId: viewerId,
    circleId: { $in: circleIds },
    role: { $in: keeperRoles },
  });
  const keptCircles = new Set(keeperships.map(({ circleId }) => String(circleId)));
  return new Set(
    requests.filter(({ circleId }) => keptCircles.has(String(circleId))).map(({ userId }) => String(userId)),
  );
}
