import type { MadeInvitation, PublicUser } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { day, endsAhead, fromNow, isIn, second, startedWithin } from '../../clock.ts';
import { readOne, readTogether } from '../../database/batch-loader.ts';
import { newId, type ObjectId } from '../../database/ids.ts';
import { conflict, forbidden, notFound, tooMany } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { notify } from '../notification-dispatch/notify.ts';
import { findVisible, visibleByIds } from '../visibility/visibility.ts';
import type { CircleInvitationDoc } from './circle-invitation.model.ts';
import { findCircle } from './find-circle.ts';

const { friendDays, friendsPerDay } = limits.circleInvitations;

/**
 * Invites a friend into an invite circle, in the caller's transaction (D30). Asked again, the first invitation stays, also one that was
 * declined: a decline is told to nobody. Nor is it told whether the friend is in the circle, or may not come in.
 *
 * @throws 403 for who is not in the circle, 404 for who is no friend, 409 for a circle that needs no invitation, 429 past ten a day
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
  const seen = await findVisible(services, inviter, friend);
  if (seen?.relation !== 'friend') throw notFound();
  const one = { userId: friendId, circleId, inviterId: inviter._id };
  const now = services.clock.now();
  const before = await CircleInvitation.findOne(one).lean();
  if (
    before &&
    before.status !== 'used' &&
    isIn(before.expiresAt, endsAhead(services.clock, friendDays * day))
  )
    return before._id;
  await refuseTooManyInvited(services, inviter._id);
  const times = { createdAt: now, expiresAt: fromNow(services.clock, friendDays * day) };
  // Under another id: what was presented under the old one is over.
  if (before) await CircleInvitation.deleteOne({ _id: before._id });
  const made = await CircleInvitation.create({ _id: newId(), ...one, status: 'open', ...times });
  await notify(services, [
    { kind: 'circleInvitation', recipientId: friendId, actorId: inviter._id, subjectId: circleId },
  ]);
  return made._id;
}

/** Ten a day and inviter, exactly, in all processes. */
async function refuseTooManyInvited({ db, clock }: Services, inviterId: ObjectId): Promise<void> {
  await db.models.User.updateOne({ _id: inviterId }, { $inc: { countedActs: 1 } });
  const sent = await db.models.CircleInvitation.countDocuments({
    inviterId,
    createdAt: startedWithin(clock, day),
  });
  if (sent >= friendsPerDay) throw tooMany(day / second);
}

/** A friend's invitation, to whoever sent it: whether it was used or declined they are not told. */
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
 * Which friends invite a viewer into circles, by the ids of the circles, the newest of each: those who are in the circle, and friends that the
 * viewer sees. So a block, the end of a friendship or of an account, and leaving take an invitation back.
 */
export async function invitersOf(
  services: Services,
  viewer: User,
  circleIds: readonly ObjectId[],
): Promise<Map<string, PublicUser>> {
  const { CircleInvitation, Membership } = services.db.models;
  const standing = await readTogether(CircleInvitation, {
    userId: viewer._id,
    circleId: { $in: [...circleIds] },
  });
  const open = standing.filter(
    ({ status, expiresAt }) =>
      status === 'open' && isIn(expiresAt, endsAhead(services.clock, friendDays * day)),
  );
  if (open.length === 0) return new Map();
  const inviterIds = open.map(({ inviterId }) => inviterId);
  const [seen, memberships] = await Promise.all([
    visibleByIds(services, viewer, inviterIds),
    readTogether(Membership, {
      circleId: { $in: open.map(({ circleId }) => circleId) },
      userId: { $in: inviterIds },
    }),
  ]);
  const within = new Set(memberships.map(({ circleId, userId }) => `${String(circleId)} ${String(userId)}`));
  const inviters = new Map<string, PublicUser>();
  // The newest is told last, and stays.
  for (const { circleId, inviterId } of open.toSorted(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  )) {
    const inviter = seen.get(String(inviterId));
    if (inviter?.relation !== 'friend' || !within.has(`${String(circleId)} ${String(inviterId)}`)) continue;
    inviters.set(String(circleId), inviter);
  }
  return inviters;
}

/** Says no to everybody who has invited a member into a circle; until these invitations have run out they cannot be sent again. */
export async function declineInvitations({ db }: Services, member: User, circleId: ObjectId): Promise<void> {
  await db.models.CircleInvitation.updateMany(
    { userId: member._id, circleId, status: 'open' },
    { $set: { status: 'declined' } },
  );
}
