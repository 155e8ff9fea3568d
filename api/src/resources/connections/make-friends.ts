import { newId, type ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { countFriendship } from '../quotient/count-friendship.ts';
import { pairOf } from './connection.model.ts';
import { indexFriendship } from './friend-terms.ts';

/**
 * Makes two members friends who have both accepted an introduction, in the caller's transaction (D25). Replaces an earlier connection
 * of any status, and changes nothing if they are friends already.
 */
export async function makeFriends(
  services: Services,
  [one, other]: readonly [ObjectId, ObjectId],
): Promise<void> {
  const { db, clock } = services;
  const { Connection } = db.models;
  const pair = pairOf(one, other);
  const existing = await Connection.findOne({ pair }, { status: 1 }).lean();
  if (existing?.status === 'accepted') return;
  const now = clock.now();
  const friendship = {
    status: 'accepted',
    source: 'match',
    note: '',
    createdAt: now,
    respondedAt: now,
    askedAgain: 0,
    takenBack: false,
  } as const;
  if (existing) await Connection.updateOne({ _id: existing._id }, { $set: friendship });
  else await Connection.create({ ...friendship, _id: newId(), pair, requesterId: one, addresseeId: other });
  await countFriendship(services, [one, other], 1);
  await indexFriendship(services, [one, other], 1);
}
