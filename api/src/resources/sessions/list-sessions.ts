import { hash } from 'node:crypto';
import type { SignedInPlace } from '@frens/contract';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../../state.ts';
import { dropPendingEmail } from './drop-pending-email.ts';
import type { Session } from './session.model.ts';

/** The public id of a session: a hash of the stored id, so that it reveals neither that nor the cookie's value. */
function publicIdOf({ _id }: Pick<Session, '_id'>): string {
  return hash('sha256', `place:${_id}`, 'base64url').slice(0, 22);
}

/** Lists a member's sessions: the caller's own first, then by last visit (D11). */
export async function listSessions({ db, clock }: Services, caller: Caller): Promise<SignedInPlace[]> {
  const now = clock.now();
  // The TTL index deletes expired sessions late.
  const unexpired = { userId: caller.user._id, endsAt: { $gt: now }, idleEndsAt: { $gt: now } };
  const sessions = await db.models.Session.find(unexpired).sort({ lastSeenAt: -1, _id: 1 }).lean();
  const presented = sessions.map((session) => presentSession(session, caller));
  return [...presented.filter((one) => one.current), ...presented.filter((one) => !one.current)];
}

function presentSession(session: Session, caller: Caller): SignedInPlace {
  const { createdAt, lastSeenAt, browser } = session;
  return {
    id: publicIdOf(session),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    browser: browser ? { name: browser.name, system: browser.system } : null,
    current: session._id === caller.session._id,
  };
}

/**
 * Ends one of the caller's sessions, and cancels a pending change of address, which that session may have requested.
 *
 * @throws 404 when the caller has no such session
 */
export async function endSessionById(services: Services, { user }: Caller, publicId: string): Promise<void> {
  const { db } = services;
  const sessions = await db.models.Session.find({ userId: user._id }, { _id: 1 }).lean();
  const session = sessions.find((one) => publicIdOf(one) === publicId);
  if (!session) throw notFound();
  await db.models.Session.deleteOne({ _id: session._id });
  await dropPendingEmail(services, user._id);
}

/** Ends all other sessions of the caller's account (D11). */
export async function endOtherSessions({ db }: Services, { user, session }: Caller): Promise<void> {
  await db.models.Session.deleteMany({ userId: user._id, _id: { $ne: session._id } });
}
