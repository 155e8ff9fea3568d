import { hash, randomBytes } from 'node:crypto';
import type Koa from 'koa';
import { day, fromNow, isIn, minute, startedWithin } from '../../clock.ts';
import { batchLoad } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { onCommit } from '../../database/transaction.ts';
import { diskRefusalOf } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import type { CallServices, Services } from '../../services.ts';
import type { Caller, RequestState } from '../../state.ts';
import type { User } from '../members/user.model.ts';
import { browserOf } from './browser-of.ts';
import { setDeviceCookie } from './device-cookie.ts';
import type { Session } from './session.model.ts';
import { sessionCookie } from './session-cookie.ts';
import { notifyOfNewDevice, trustDevice } from './trusted-devices.ts';

/** The id under which a session is stored: the hash of the cookie's value. */
export function sessionIdOf(token: string): string {
  return hash('sha256', token);
}

/**
 * Creates a session for a member, in the caller's transaction, and returns its id. The cookie is set after the commit; its value
 * is stored nowhere else (docs/decisions/0042). Ends the browser's previous session, and the member's oldest beyond twenty.
 */
export async function startSession(
  services: CallServices,
  ctx: Koa.Context,
  userId: ObjectId,
): Promise<string> {
  const { db, clock, config } = services;
  const { Session } = db.models;
  const cookie = sessionCookie(config);
  const previous = cookie.read(ctx);
  if (previous !== undefined) await Session.deleteOne({ _id: sessionIdOf(previous) });
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  const browser = browserOf(ctx.get('User-Agent'));
  const { idleDays, totalDays, perMember } = serverLimits.session;
  await Session.create({
    _id: sessionIdOf(token),
    userId,
    browser,
    createdAt: now,
    lastSeenAt: now,
    endsAt: fromNow(clock, totalDays * day),
    idleEndsAt: fromNow(clock, idleDays * day),
  });
  const surplus = await Session.find({ userId }, { _id: 1 })
    .sort({ createdAt: -1, _id: 1 })
    .skip(perMember)
    .lean();
  if (surplus.length > 0) await Session.deleteMany({ _id: { $in: surplus.map((one) => one._id) } });
  // Safe: a middleware sets the language before any call runs.
  const { language } = ctx.state as RequestState;
  await notifyOfNewDevice(services, userId, { browser, language });
  const setDevice = await setDeviceCookie(services, ctx, String(userId));
  onCommit(() => {
    cookie.set(ctx, token);
    setDevice();
  });
  return sessionIdOf(token);
}

/** Ends the browser's session, if it has one. */
export async function endSession({ db, config }: Services, ctx: Koa.Context): Promise<void> {
  const cookie = sessionCookie(config);
  const token = cookie.read(ctx);
  if (token !== undefined) {
    const ended = await db.models.Session.findOneAndDelete({ _id: sessionIdOf(token) }).lean();
    if (ended) {
      // Takes the last visit of the remaining sessions, so that the member shows as online only while another browser is active.
      const { userId } = ended;
      const other = await db.models.Session.findOne({ userId }).sort({ lastSeenAt: -1 }).lean();
      await db.models.User.updateOne({ _id: userId }, { lastSeenAt: other?.lastSeenAt ?? null });
    }
  }
  cookie.clear(ctx);
}

/** Whether a caller's session still exists. */
export async function areSignedIn({ db }: Services, { session }: Caller): Promise<boolean> {
  return Boolean(await db.models.Session.exists({ _id: session._id }));
}

/** Whether the browser sent a session cookie, even of an ended session. */
export function haveSession({ config }: Pick<Services, 'config'>, ctx: Koa.Context): boolean {
  return sessionCookie(config).read(ctx) !== undefined;
}

/** Finds the signed-in member and their session; null for a visitor. Extends the idle timeout at most every few minutes. */
export async function findCaller(services: Services, ctx: Koa.Context): Promise<Caller | null> {
  const { db, clock, config } = services;
  const token = sessionCookie(config).read(ctx);
  if (token === undefined) return null;
  const now = clock.now();
  const { Session, User } = db.models;
  const from = User.collection.name;
  const member = { $lookup: { from, localField: 'userId', foreignField: '_id', as: 'members' } };
  const [found] = await batchLoad<Session, '_id', { members: User[] }>(
    Session,
    '_id',
    [sessionIdOf(token)],
    [member],
  );
  if (!found) return null;
  const { members, ...session } = found;
  // The TTL index deletes expired sessions late; this check is exact.
  if (session.endsAt <= now || session.idleEndsAt <= now) return null;
  const [user] = members.map((member) => Object.freeze(member));
  // Refuses a session that was created while the account was being deleted.
  if (!user || user.eraseAt) return null;
  const { lastSeenGrainMinutes, idleDays, totalDays } = serverLimits.session;
  if (!isIn(session.lastSeenAt, startedWithin(clock, lastSeenGrainMinutes * minute))) {
    const idleEndsAt = fromNow(clock, idleDays * day);
    // A clock that was set back must not extend the absolute timeout beyond that of a new session.
    const latest = { endsAt: fromNow(clock, totalDays * day) };
    try {
      await db.models.Session.updateOne(
        { _id: session._id },
        { $set: { lastSeenAt: now, idleEndsAt }, $min: latest },
      );
      await db.models.User.updateOne({ _id: user._id }, { lastSeenAt: now });
      const isFirstToday = now.toDateString() !== session.lastSeenAt.toDateString();
      if (isFirstToday && session.browser !== undefined)
        await trustDevice(services, user._id, session.browser);
    } catch (error) {
      // On a full disk, reads still work: the session is just not extended.
      if (!diskRefusalOf(error)) throw error;
    }
  }
  return { session, user };
}
