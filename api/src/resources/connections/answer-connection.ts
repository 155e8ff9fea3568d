import type { ClientSession } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { refreshQuotientOf } from '../quotient/refresh-panda.ts';
import type { ConnectionDoc } from './connection.model.ts';
import { pendingSince, statusFor } from './connection.policy.ts';

/** A connection that the member is part of; for anybody else it does not exist. */
async function ownConnection(
  { db }: Services,
  member: User,
  id: ObjectId,
  session: ClientSession,
): Promise<ConnectionDoc> {
  const tie = await db.models.Connection.findById(id, null, { session }).lean();
  if (!tie || !(tie.requesterId.equals(member._id) || tie.addresseeId.equals(member._id))) throw notFound();
  return tie;
}

async function answer(
  services: Services,
  member: User,
  id: ObjectId,
  status: 'accepted' | 'declined',
  session: ClientSession,
): Promise<ConnectionDoc> {
  const { db, clock } = services;
  const tie = await ownConnection(services, member, id, session);
  // The asker cannot answer their own request: for that they are no party.
  if (!tie.addresseeId.equals(member._id)) throw notFound();
  const now = clock.now();
  const updated = await db.models.Connection.findOneAndUpdate(
    { _id: id, addresseeId: member._id, status: 'pending', createdAt: { $gt: pendingSince(now) } },
    { $set: { status, respondedAt: now } },
    { session, returnDocument: 'after' },
  ).lean();
  if (!updated) throw conflict();
  return updated;
}

/** The one who was asked says yes (D21). */
export async function acceptConnection(
  services: Services,
  member: User,
  id: ObjectId,
  session: ClientSession,
): Promise<ConnectionDoc> {
  const tie = await answer(services, member, id, 'accepted', session);
  await refreshBoth(services, tie, session);
  return tie;
}

/** The one who was asked says no; nobody is told (D20, D21). */
export function declineConnection(
  services: Services,
  member: User,
  id: ObjectId,
  session: ClientSession,
): Promise<ConnectionDoc> {
  return answer(services, member, id, 'declined', session);
}

/** The asker withdraws, or either of two friends ends it (D21). */
export async function endConnection(
  services: Services,
  member: User,
  id: ObjectId,
  session: ClientSession,
): Promise<void> {
  const { db, clock } = services;
  const tie = await ownConnection(services, member, id, session);
  const now = clock.now();
  const isAsker = tie.requesterId.equals(member._id);
  const told = statusFor(tie, member._id, now);
  const { _id, status } = tie;
  if (told === 'accepted') {
    await change({ status: 'removed', respondedAt: now });
    await refreshBoth(services, tie, session);
  } else if (told === 'pending' && isAsker) {
    // A decline that the asker does not know of stays one underneath.
    await change(status === 'declined' ? { takenBack: true } : { status: 'withdrawn', respondedAt: now });
  } else {
    throw conflict();
  }

  async function change(fields: Partial<ConnectionDoc>): Promise<void> {
    const updated = await db.models.Connection.updateOne({ _id, status }, { $set: fields }, { session });
    if (updated.matchedCount === 0) throw conflict();
  }
}

/** Friendships count in the quotient of both Pandas (D38). */
async function refreshBoth(services: Services, tie: ConnectionDoc, session: ClientSession): Promise<void> {
  await refreshQuotientOf(services, tie.requesterId, session);
  await refreshQuotientOf(services, tie.addresseeId, session);
}
