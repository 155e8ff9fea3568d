import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { memberKey } from '../members/user.model.ts';
import { countFriendship, friendshipKeys } from '../quotient/count-friendship.ts';
import { otherIn } from './connection.model.ts';
import { indexFriendship } from './friend-terms.ts';

/** Friendships per transaction. */
const batchSize = 50;

/**
 * Ends one batch of a member's friendships in a transaction of its own, when the account is erased. Returns whether there were any:
 * the caller repeats until there are none.
 */
export async function endFriendships(services: Services, memberId: ObjectId): Promise<boolean> {
  const { db } = services;
  const { Connection, User } = db.models;
  const accepted = { status: 'accepted' } as const;
  const batch = [
    ...(await Connection.find({ requesterId: memberId, ...accepted })
      .limit(batchSize)
      .lean()),
    ...(await Connection.find({ addresseeId: memberId, ...accepted })
      .limit(batchSize)
      .lean()),
  ].slice(0, batchSize);
  if (batch.length === 0) return false;
  const lockKeys = [
    memberKey(memberId),
    ...(await friendshipKeys(
      services,
      batch.map((one) => otherIn(one, memberId)),
    )),
  ];
  await db.transaction(
    async () => {
      // Read again within the transaction: either friend may have ended one meanwhile.
      const ids = { $in: batch.map(({ _id }) => _id) };
      const friendships = await Connection.find({ _id: ids, ...accepted }).lean();
      const friends = friendships.map((one) => otherIn(one, memberId));
      await countFriendship(services, friends, -1);
      for (const friend of friends) await indexFriendship(services, [memberId, friend], -1);
      await User.updateOne({ _id: memberId }, { $inc: { friendCount: -friends.length } });
      await Connection.deleteMany({ _id: { $in: friendships.map(({ _id }) => _id) } });
    },
    { lockKeys },
  );
  return true;
}
