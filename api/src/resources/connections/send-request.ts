import { errorCodes } from '@frens/contract/errors';
import { day, second } from '../../clock.ts';
import { newId, type ObjectId } from '../../database/ids.ts';
import { conflict, forbidden, invalidField, notFound, tooMany } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { notify } from '../notification-dispatch/notify.ts';
import { findVisible } from '../visibility/visibility.ts';
import { type ConnectionDoc, pairOf } from './connection.model.ts';
import { declineShownSince, isSilent, mayAskAgain, pendingSince, statusFor } from './connection.policy.ts';
import { acceptConnection } from './respond-to-request.ts';

interface Ask {
  friendId: ObjectId;
  note: string;
}

/** Sends a connection request (D20). `created` is false if the other member had already sent one: then both become friends. */
export async function sendConnectionRequest(
  services: Services,
  asker: User,
  { friendId, note }: Ask,
): Promise<{ connectionId: ObjectId; created: boolean }> {
  const { db, clock } = services;
  const now = clock.now();
  if (friendId.equals(asker._id)) throw invalidField('friendId', 'validation.self');
  const friend = await db.models.User.findById(friendId).lean();
  const visible = await findVisible(services, asker, friend);
  if (!friend || !visible) throw notFound();

  const pair = pairOf(asker._id, friendId);
  const connection = await db.models.Connection.findOne({ pair }).lean();
  const status = connection && statusFor(connection, asker._id, now);
  if (connection && status === 'accepted') throw conflict(errorCodes.alreadyConnected);
  if (connection && status === 'pending') {
    if (connection.requesterId.equals(asker._id)) throw conflict(errorCodes.alreadyRequested);
    await acceptConnection(services, asker, connection._id);
    return { connectionId: connection._id, created: false };
  }
  if (!friend.privacy.allowFriendRequests || !mayAskAgain(connection ?? undefined, asker._id, now))
    throw forbidden(errorCodes.requestsClosed);
  await assertRequestLimit(services, asker);

  if (!connection) {
    const connectionId = await createRequest(services, asker._id, { friendId, note, source: 'browse' });
    return { connectionId, created: true };
  }
  await renewRequest(services, asker, connection, note);
  return { connectionId: connection._id, created: true };
}

/** Sends a new member a request from their inviter, unless the inviter has too many open requests (D45). */
export async function sendInviterRequest(services: Services, inviter: User, newcomer: User): Promise<void> {
  if ((await countOpen(services, inviter)) >= serverLimits.connections.open) return;
  await createRequest(services, inviter._id, { friendId: newcomer._id, note: '', source: 'invite' });
}

/** Creates the connection document of a pair with its first request. */
export async function createRequest(
  services: Services,
  requesterId: ObjectId,
  { friendId, note, source }: Ask & Pick<ConnectionDoc, 'source'>,
): Promise<ObjectId> {
  const { db, clock } = services;
  const made: ConnectionDoc = {
    _id: newId(),
    pair: pairOf(requesterId, friendId),
    requesterId,
    addresseeId: friendId,
    status: 'pending',
    note,
    source,
    createdAt: clock.now(),
    respondedAt: null,
    askedAgain: 0,
    takenBack: false,
  };
  await db.models.Connection.create(made);
  await notifyOfRequest(services, made);
  return made._id;
}

/** Writes another request into the pair's document by compare-and-set; throws 409 after a concurrent change (D19). */
async function renewRequest(
  services: Services,
  asker: User,
  connection: ConnectionDoc,
  note: string,
): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const wasDeclined = connection.status === 'declined' && connection.requesterId.equals(asker._id);
  // A withdrawn silent decline: the new request must look pending to the asker and stay invisible to the other member.
  const change =
    wasDeclined && isSilent(connection, now)
      ? { takenBack: false, createdAt: now, note, source: 'browse' as const }
      : {
          requesterId: asker._id,
          addresseeId: connection.requesterId.equals(asker._id)
            ? connection.addresseeId
            : connection.requesterId,
          status: 'pending' as const,
          note,
          source: 'browse' as const,
          createdAt: now,
          respondedAt: null,
          askedAgain: wasDeclined
            ? connection.askedAgain + 1
            : connection.requesterId.equals(asker._id)
              ? connection.askedAgain
              : 0,
          takenBack: false,
        };
  const { _id, status, requesterId, createdAt } = connection;
  const { matchedCount } = await db.models.Connection.updateOne(
    { _id, status, requesterId, createdAt },
    { $set: change },
  );
  if (matchedCount === 0) throw conflict();
  // No notification of a request that only its asker sees (D20).
  if (change.status !== undefined) await notifyOfRequest(services, { ...change, _id });
}

async function notifyOfRequest(
  services: Services,
  { _id, requesterId, addresseeId }: Pick<ConnectionDoc, '_id' | 'requesterId' | 'addresseeId'>,
): Promise<void> {
  const fact = { recipientId: addresseeId, actorId: requesterId, subjectId: _id };
  await notify(services, [{ kind: 'request', ...fact }]);
}

/** Enforces the limit of 200 open requests, exactly and across all processes (D20). The contract declares the daily limit. */
async function assertRequestLimit(services: Services, asker: User): Promise<void> {
  if ((await countOpen(services, asker)) >= serverLimits.connections.open) throw tooMany(day / second);
}

/**
 * Counts the requests that look pending to their asker, so that the limit reveals no decline (D20). Writes the asker's document, so
 * that two concurrent transactions that each add one conflict.
 */
async function countOpen({ db, clock }: Services, asker: User): Promise<number> {
  const now = clock.now();
  const open = {
    requesterId: asker._id,
    status: { $in: ['pending' as const, 'declined' as const] },
    createdAt: { $gt: pendingSince(now) },
    $or: [{ status: 'pending' as const }, { takenBack: false, respondedAt: { $gt: declineShownSince(now) } }],
  };
  await db.models.User.updateOne({ _id: asker._id }, { $inc: { countedActs: 1 } });
  return db.models.Connection.countDocuments(open);
}
