import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { findHidden } from '../account-deletion/find-hidden.ts';
import { memberKey } from '../members/user.model.ts';
import { circleKey, type MembershipDoc } from './circle.model.ts';
import { deleteCircleParts } from './delete-circle-parts.ts';
import { notifyNewOwner } from './transfer-ownership.ts';

/** Members per batch in the search for an heir. */
const batchSize = 100;

/**
 * Removes a member from one of their circles in a transaction of its own, when the account is erased. A circle that they own passes
 * to its oldest admin, else its oldest member, who is notified; without either it is deleted (D32). Returns whether there was a circle:
 * the caller repeats until there is none.
 */
export async function leaveCircle(services: Services, memberId: ObjectId): Promise<boolean> {
  const { Circle, CircleEntry, Membership } = services.db.models;
  const own = await Membership.findOne({ userId: memberId }).lean();
  if (!own) return false;
  const { circleId } = own;
  await services.db.transaction(
    async () => {
      const { deletedCount } = await Membership.deleteOne({ _id: own._id });
      // Another process has already done this.
      if (deletedCount === 0) return;
      const circle = await Circle.findById(circleId).lean();
      if (!circle) return;
      const isOwner = circle.ownerId.equals(memberId);
      const heir = isOwner ? await findHeir(services, circleId) : null;
      if (isOwner && !heir) {
        await Circle.deleteOne({ _id: circleId });
        await CircleEntry.deleteOne({ _id: circleId });
        // All at once: no later batch would delete the rest.
        await deleteCircleParts(services, circleId, Number.MAX_SAFE_INTEGER);
        return;
      }
      const ownerId = heir ? { $set: { ownerId: heir.userId } } : {};
      await Circle.updateOne({ _id: circleId }, { $inc: { memberCount: -1 }, ...ownerId });
      if (!heir) return;
      await Membership.updateOne({ _id: heir._id }, { $set: { role: 'owner' } });
      await notifyNewOwner(services, circleId, heir.userId);
    },
    { lockKeys: [circleKey(circleId), memberKey(memberId)] },
  );
  return true;
}

/** Finds the heir of a circle: its oldest admin, else its oldest member. Ended or suspended accounts come last. */
async function findHeir(services: Services, circleId: ObjectId): Promise<MembershipDoc | null> {
  const { Membership } = services.db.models;
  let fallback: MembershipDoc | null = null;
  for (const role of ['admin', 'member'] as const) {
    for (let skip = 0; ; skip += batchSize) {
      const oldest = await Membership.find({ circleId, role })
        .sort({ createdAt: 1, _id: 1 })
        .skip(skip)
        .limit(batchSize)
        .lean();
      const hidden = await findHidden(
        services,
        oldest.map(({ userId }) => userId),
      );
      const heir = oldest.find(({ userId }) => !hidden.has(String(userId)));
      if (heir) return heir;
      fallback ??= oldest[0] ?? null;
      if (oldest.length < batchSize) break;
    }
  }
  return fallback;
}
