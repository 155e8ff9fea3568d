import { readTogether } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { keeperRoles } from '../circles/circle.model.ts';

/**
 * Finds members who ask to be invited into a circle that the viewer administers (D16, D29). They are visible to the viewer while
 * the request waits.
 */
export async function findRequesters(
  { db }: Pick<Services, 'db'>,
  viewerId: ObjectId,
  ids: readonly ObjectId[],
): Promise<Set<string>> {
  const { CircleRequest, Membership } = db.models;
  const asked = await readTogether(CircleRequest, { userId: { $in: [...ids] }, status: 'pending' });
  const circleIds = asked.map(({ circleId }) => circleId);
  const kept = await readTogether(Membership, {
    userId: viewerId,
    circleId: { $in: circleIds },
    role: { $in: keeperRoles },
  });
  const own = new Set(kept.map(({ circleId }) => String(circleId)));
  return new Set(
    asked.filter(({ circleId }) => own.has(String(circleId))).map(({ userId }) => String(userId)),
  );
}
