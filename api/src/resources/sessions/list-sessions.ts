import { createHash } from 'node:crypto';
import type { SignedInPlace } from '@frens/contract';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../../state.ts';
import { dropPendingEmail } from './drop-pending-email.ts';
import type { Session } from './session.model.ts';

/** The name of a session to its member: made from the stored hash, so that it tells neither that nor the cookie's value. */
function placeIdOf({ _id }: Pick<Session, '_id'>): string {
  return createHash('sha256').update(`place:${_id}`).digest('base64url').slice(0, 22);
}

/** Where a member is signed in, the browser that asks first and the others by their last visit (D11). */
export async function listPlaces({ db, clock }: Services, caller: Caller): Promise<SignedInPlace[]> {
  const now = clock.now();
  // The database removes ended sessions in its own time.
  const living = { userId: caller.user._id, endsAt: { $gt: now }, idleEndsAt: { $gt: now } };
  const sessions = await db.models.Session.find(living).sort({ lastSeenAt: -1, _id: 1 }).lean();
  const places = sessions.map((session) => presentPlace(session, caller));
  return [...places.filter((one) => one.current), ...places.filter((one) => !one.current)];
}

function presentPlace(session: Session, caller: Caller): SignedInPlace {
  const { createdAt, lastSeenAt, browser } = session;
  return {
    id: placeIdOf(session),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    browser: browser ? { name: browser.name, system: browser.system } : null,
    current: session._id === caller.session._id,
  };
}

/** Ends one of the member's own sessions, and a change of address that waits: whoever was signed in there may have asked for it. */
export async function endPlace(services: Services, { user }: Caller, placeId: string): Promise<void> {
  const { db } = services;
  const sessions = await db.models.Session.find({ userId: user._id }, { _id: 1 }).lean();
  const session = sessions.find((one) => placeIdOf(one) === placeId);
  if (!session) throw notFound();
  await db.models.Session.deleteOne({ _id: session._id });
  await dropPendingEmail(services, user._id);
}

/** Whoever else is signed in to the account has to sign in again (D11). */
export async function endOtherSessions({ db }: Services, { user, session }: Caller): Promise<void> {
  await db.models.Session.deleteMany({ userId: user._id, _id: { $ne: session._id } });
}
