import type { MadeInvitation } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { day, endsAhead, fromNow, isIn, second, startedWithin } from '../../clock.ts';
import { batchFind, readOne } from '../../database/batch-loader.ts';
import { newId, type ObjectId } from '../../database/ids.ts';
import { conflict, forbidden, notFound, tooMany } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { notify } from '../notification-dispatch/notify.ts';
import { findVisible, type See, type SeenMember } from '../visibility/visibility.ts';
import type { CircleInvitationDoc } from './circle-invitation.model.ts';
import { findCircle } from './find-circle.ts';

const { friendDays, friendsPerDay } = limits.circleInvitations;

/**
 * Invites a friend to an invite circle, in the caller's transaction (D30). Inviting again keeps the first invitation, even a declined
 * one, since declines are silent. The answer does not reveal either whether the friend is a member or banned.
 *
 * @throws 403 for a non-member, 404 for anybody but a friend, 409 for a circle that needs no invitation, 429 beyond ten a day
 */
export async function inviteFriend(
  services: Services,
  inviter: User,
  circleId: ObjectId,
  friendId: ObjectId,
): Promise<ObjectId> {
  const { CircleInvitation, Membership, User: Users } = services.db.models;
  const { circleType } = await findCircle(services, inviter._id, circleId);
  if (!(await Membership.exists({ circleId, userId: inviter._id }))) throw forbidden();
  if (circleType !== 'invite') throw conflict();
  const friend = await readOne(Users, friendId);
  const visible = await findVisible(services, inviter, friend);
  if (visible?.relation !== 'friend') throw notFound();
  const one = { userId: friendId, circleId, inviterId: inviter._id };
  const now = services.clock.now();
  const existing = await CircleInvitation.findOne(one).lean();
  if (
    existing &&
    existing.status !== 'used' &&
    isIn(existing.expiresAt, endsAhead(services.clock, friendDays * day))
  )
    return existing._id;
  await assertDailyLimit(services, inviter._id);
  const times = { createdAt: now, expiresAt: fromNow(services.clock, friendDays * day) };
  // A new id: a retry that presents the old one must not find the new invitation.
  if (existing) await CircleInvitation.deleteOne({ _id: existing._id });
  const made = await CircleInvitation.create({ _id: newId(), ...one, status: 'open', ...times });
  await notify(services, [
    { kind: 'circleInvitation', recipientId: friendId, actorId: inviter._id, subjectId: circleId },
  ]);
  return made._id;
}

/** Ten per inviter and day, exact across processes. */
async function assertDailyLimit({ db, clock }: Services, inviterId: ObjectId): Promise<void> {
  await db.models.User.updateOne({ _id: inviterId }, { $inc: { countedActs: 1 } });
  const sent = await db.models.CircleInvitation.countDocuments({
    inviterId,
    createdAt: startedWithin(clock, day),
  });
  if (sent >= friendsPerDay) throw tooMany(day / second);
}

/** Presents a personal invitation to its sender, without revealing whether it was used or declined. */
export function presentInvitation({ _id, createdAt, expiresAt }: CircleInvitationDoc): MadeInvitation {
  return {
    id: String(_id),
    code: null,
    url: null,
    maxUses: 1,
    uses: 0,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/**
 * The friend who sent the viewer's newest valid invitation to each circle, by circle id. It is valid while the inviter is in the circle
 * and a visible friend: a block, an ended friendship or account, and leaving the circle invalidate it.
 */
export async function invitersOf<Seen extends SeenMember>(
  services: Services,
  viewer: User,
  circleIds: readonly ObjectId[],
  see: See<Seen>,
): Promise<Map<string, Seen['user']>> {
  const { CircleInvitation, Membership } = services.db.models;
  const standing = await batchFind(CircleInvitation, {
    userId: viewer._id,
    circleId: { $in: [...circleIds] },
  });
  const open = standing.filter(
    ({ status, expiresAt }) =>
      status === 'open' && isIn(expiresAt, endsAhead(services.clock, friendDays * day)),
  );
  if (open.length === 0) return new Map();
  const inviterIds = open.map(({ inviterId }) => inviterId);
  const [visible, memberships] = await Promise.all([
    see(services, viewer, inviterIds),
    batchFind(Membership, {
      circleId: { $in: open.map(({ circleId }) => circleId) },
      userId: { $in: inviterIds },
    }),
  ]);
  const within = new Set(memberships.map(({ circleId, userId }) => `${String(circleId)} ${String(userId)}`));
  const inviters = new Map<string, Seen['user']>();
  // Oldest first: the newest overwrites the others.
  for (const { circleId, inviterId } of open.toSorted(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  )) {
    const inviter = visible.get(String(inviterId))?.user;
    if (inviter?.relation !== 'friend' || !within.has(`${String(circleId)} ${String(inviterId)}`)) continue;
    inviters.set(String(circleId), inviter);
  }
  return inviters;
}

/** Declines all open invitations of a member to a circle. Until they expire, their senders cannot invite the member again. */
export async function declineInvitations({ db }: Services, member: User, circleId: ObjectId): Promise<void> {
  await db.models.CircleInvitation.updateMany(
    { userId: member._id, circleId, status: 'open' },
    { $set: { status: 'declined' } },
  );
}
