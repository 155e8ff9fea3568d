import { batchFind } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { MembershipDoc } from '../circles/circle.model.ts';

/** Up to this many pairs of circle and member are looked up by both keys; with more, the database would scan whole circles. */
const mostPairs = 2000;

/** Reads the memberships of members in circles. With many pairs, reads all of the members' memberships: most are in few circles. */
export async function membershipsIn(
  { db }: Pick<Services, 'db'>,
  circleIds: readonly ObjectId[],
  memberIds: readonly ObjectId[],
): Promise<MembershipDoc[]> {
  if (circleIds.length === 0 || memberIds.length === 0) return [];
  const areFewPairs = circleIds.length * memberIds.length <= mostPairs;
  const circles = areFewPairs ? { circleId: { $in: [...circleIds] } } : {};
  const found = await batchFind(db.models.Membership, { ...circles, userId: { $in: [...memberIds] } });
  const wanted = new Set(circleIds.map(String));
  return found.filter(({ circleId }) => wanted.has(String(circleId)));
}
