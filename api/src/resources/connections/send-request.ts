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

/** Asks another member to connect (D20). `created` is false when the other had asked already: both are friends now. */
export async function sendConnectionRequest(
  services: Services,
  asker: User,
  { friendId, note }: Ask,
): Promise<{ connectionId: ObjectId; created: boolean }> {
  const { db, clock } = services;
  const now = clock.now();
  if (friendId.equals(asker._id)) throw invalidField('friendId', 'validation.self');
  const friend = await db.models.User.findById(friendId).lean();
  const seen = await findVisible(services, asker, friend);
  if (!friend || !seen) throw notFound();

  const pair = pairOf(asker._id, friendId);
  const connection = await db.models.Connection.findOne({ pair }).lean();
  const status = connection && statusFor(connection, asker._id, now);
  if (connection && status === 'accepted') throw conflict(errorCodes.alreadyConnected);
  if (connection && status === 'pending') {
    if (connection.requesterId.equals(asker._id)) throw conflict(errorCodes.alreadyRequested);
    await acceptConnection(services, asker, connection._id);
    return { connectionId: connection._id, created: false };
  }
  if (!friend.privacy.allowFriendRequests || !mayAskAgain(connection ?? undefined, asker._id, now)) {
    throw forbidden(errorCodes.requestsClosed);
  }
  await refuseTooManyRequests(services, asker);

  if (!connection) {
    const connectionId = await makeRequest(services, asker._id, { friendId, note, source: 'browse' });
    return { connectionId, created: true };
  }
  await askAgain(services, asker, connection, note);
  return { connectionId: connection._id, created: true };
}

/** Leaves a new member a request of who invited them, unless too many of theirs wait already (D45). */
export async function leaveRequest(services: Services, inviter: User, newcomer: User): Promise<void> {
  if ((await openRequests(services, inviter)) >= serverLimits.connections.open) return;
  await makeRequest(services, inviter._id, { friendId: newcomer._id, note: '', source: 'invite' });
}

/** The first request between two members. */
async function makeRequest(
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

/** The pair's document takes the new request, unless somebody changed it meanwhile (D19). */
async function askAgain(
  services: Services,
  asker: User,
  connection: ConnectionDoc,
  note: string,
): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const wasDeclined = connection.status === 'declined' && connection.requesterId.equals(asker._id);
  // Declined not long ago and taken back: to the asker it must look like any other request, to the other like none.
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
  // A request that only its asker sees tells nobody (D20).
  if (change.status !== undefined) await notifyOfRequest(services, { ...change, _id });
}

async function notifyOfRequest(
  services: Services,
  { _id, requesterId, addresseeId }: Pick<ConnectionDoc, '_id' | 'requesterId' | 'addresseeId'>,
): Promise<void> {
  const fact = { recipientId: addresseeId, actorId: requesterId, subjectId: _id };
  await notify(services, [{ kind: 'request', ...fact }]);
}

/** 200 open requests (D20), exactly, in all processes; how many a day is declared with the call. */
async function refuseTooManyRequests(services: Services, asker: User): Promise<void> {
  if ((await openRequests(services, asker)) >= serverLimits.connections.open) throw tooMany(day / second);
}

/**
 * How many requests of a member wait as far as they are told, so that the limit tells of no decline (D20); counted so that two who are about to
 * add one meet.
 */
async function openRequests({ db, clock }: Services, asker: User): Promise<number> {
  const now = clock.now();
  const waiting = {
    requesterId: asker._id,
    status: { $in: ['pending' as const, 'declined' as const] },
    createdAt: { $gt: pendingSince(now) },
    $or: [{ status: 'pending' as const }, { takenBack: false, respondedAt: { $gt: declineShownSince(now) } }],
  };
  await db.models.User.updateOne({ _id: asker._id }, { $inc: { countedActs: 1 } });
  return db.models.Connection.countDocuments(waiting);
}
