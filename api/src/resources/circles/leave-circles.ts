import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { findHidden } from '../account-deletion/find-hidden.ts';
import { memberKey } from '../members/user.model.ts';
import { circleKey, type MembershipDoc } from './circle.model.ts';
import { deleteParts } from './circle-permissions.ts';
import { tellOwner } from './transfer-ownership.ts';

/** So many members are looked at to find one who stays. */
const batchSize = 100;

/**
 * Takes a member who is going out of one of their circles, in a transaction of its own. A circle of theirs passes to its oldest
 * admin, else to its oldest member, who is told, and ends when there is nobody else (D32). Returns whether there was a circle, so that the caller
 * asks again until there is none.
 */
export async function leaveCircle(services: Services, memberId: ObjectId): Promise<boolean> {
  const { Circle, CircleEntry, Membership } = services.db.models;
  const own = await Membership.findOne({ userId: memberId }).lean();
  if (!own) return false;
  const { circleId } = own;
  await services.db.transaction(
    async () => {
      const { deletedCount } = await Membership.deleteOne({ _id: own._id });
      // Another process was first.
      if (deletedCount === 0) return;
      const circle = await Circle.findById(circleId).lean();
      if (!circle) return;
      const isOwner = circle.ownerId.equals(memberId);
      const heir = isOwner ? await heirOf(services, circleId) : null;
      if (isOwner && !heir) {
        await Circle.deleteOne({ _id: circleId });
        await CircleEntry.deleteOne({ _id: circleId });
        // All of them: whoever was in it is gone, and nothing comes after.
        await deleteParts(services, circleId, Number.MAX_SAFE_INTEGER);
        return;
      }
      const ownerId = heir ? { $set: { ownerId: heir.userId } } : {};
      await Circle.updateOne({ _id: circleId }, { $inc: { memberCount: -1 }, ...ownerId });
      if (!heir) return;
      await Membership.updateOne({ _id: heir._id }, { $set: { role: 'owner' } });
      await tellOwner(services, circleId, heir.userId);
    },
    { lockKeys: [circleKey(circleId), memberKey(memberId)] },
  );
  return true;
}

/** Who gets a circle: whoever has been an admin for longest, else a member; not who is going as well, unless all are. */
async function heirOf(services: Services, circleId: ObjectId): Promise<MembershipDoc | null> {
  const { Membership } = services.db.models;
  let last: MembershipDoc | null = null;
  for (const role of ['admin', 'member'] as const) {
    for (let skip = 0; ; skip += batchSize) {
      const oldest = await Membership.find({ circleId, role })
        .sort({ createdAt: 1, _id: 1 })
        .skip(skip)
        .limit(batchSize)
        .lean();
      const going = await findHidden(
        services,
        oldest.map(({ userId }) => userId),
      );
      const heir = oldest.find(({ userId }) => !going.has(String(userId)));
      if (heir) return heir;
      last ??= oldest[0] ?? null;
      if (oldest.length < batchSize) break;
    }
  }
  return last;
}
