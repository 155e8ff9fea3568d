import { newId, type ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { countFriendship } from '../quotient/count-friendship.ts';
import { pairOf } from './connection.model.ts';
import { indexFriendship } from './friend-terms.ts';

/**
 * Makes friends of two who were introduced and both said yes, in the caller's transaction, whatever was between them before (D25). Two who
 * are friends already stay so.
 */
export async function makeFriends(
  services: Services,
  [one, other]: readonly [ObjectId, ObjectId],
): Promise<void> {
  const { db, clock } = services;
  const { Connection } = db.models;
  const pair = pairOf(one, other);
  const between = await Connection.findOne({ pair }, { status: 1 }).lean();
  if (between?.status === 'accepted') return;
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
  if (between) await Connection.updateOne({ _id: between._id }, { $set: friendship });
  else await Connection.create({ ...friendship, _id: newId(), pair, requesterId: one, addresseeId: other });
  await countFriendship(services, [one, other], 1);
  await indexFriendship(services, [one, other], 1);
}
