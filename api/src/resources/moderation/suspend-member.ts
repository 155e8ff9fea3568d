import type { Language } from '@frens/contract';
import { formatDay } from '@frens/contract/formats';
import { messageText } from '@frens/contract/messages';
import type { QueryFilter } from 'mongoose';
import { z } from 'zod';
import { day, fromNow, hour, minute } from '../../clock.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import type { JobKind } from '../../jobs/queue.ts';
import { handler, type JobHandler } from '../../jobs/worker.ts';
import { mailMember } from '../../mail/mail-member.ts';
import type { Services } from '../../services.ts';
import { mailLanguageOf, memberKey, type User } from '../members/user.model.ts';
import { type Moderation, ModerationRefusal, writeAct } from './moderation.ts';

/** Job that ends a suspension at its `until`. */
const expireSuspension: JobKind<{ memberId: string }> = {
  name: 'expire-suspension',
  payload: z.object({ memberId: z.string() }),
  retryAfter: [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, day, day, day],
};

interface Suspending {
  /** Null: until moderators restore the member. */
  days: number | null;
  /** Shown to the member. */
  reason: string;
  /** Fallback language of the mail to the member. */
  language: Language;
}

/**
 * Suspends a member (D23): hides them and their Panda at once, ends all their sessions, and mails them the reason. Friendships,
 * circles, stakes and balance stay unchanged.
 *
 * @throws {ModerationRefusal} when the member is suspended already, or being erased
 */
export async function suspendMember(
  moderation: Moderation,
  memberId: ObjectId,
  { days, reason, language }: Suspending,
): Promise<User> {
  const { services } = moderation;
  const { db, clock, jobs, config } = services;
  const { Panda, Session, User: Users } = db.models;
  return db.transaction(
    async () => {
      const since = clock.now();
      const until = days === null ? null : fromNow(clock, days * day);
      const suspended = await Users.findOneAndUpdate(
        { _id: memberId, suspended: { $exists: false }, erasing: { $exists: false } },
        // `countedActs` makes a concurrent sign-in conflict with this write, so that it sees the suspension.
        { $set: { suspended: { since, until, reason } }, $inc: { countedActs: 1 } },
        { returnDocument: 'after' },
      ).lean();
      if (!suspended) throw await refusalOf(services, memberId);
      await Panda.updateOne({ ownerId: memberId }, { $set: { isHidden: true } });
      await Session.deleteMany({ userId: memberId });
      if (until) await jobs.add(expireSuspension, { memberId: String(memberId) }, { runAt: until, memberId });
      await writeAct(moderation, { act: 'suspend', memberId, text: reason, until });
      const own = mailLanguageOf(suspended, language);
      const end = until
        ? messageText(own, 'suspension.until', { day: formatDay(own, until.toISOString()) })
        : messageText(own, 'suspension.forEver');
      const values = { reason, end, contact: config.contact };
      await mailMember(jobs, suspended, { language, name: 'accountSuspended', path: '/auth', values });
      return suspended;
    },
    { lockKeys: [memberKey(memberId)] },
  );
}

/**
 * Ends a suspension, undoing its effects, and mails the member.
 *
 * @throws {ModerationRefusal} when the member is not suspended
 */
export async function restoreMember(
  moderation: Moderation,
  memberId: ObjectId,
  { text, language }: { text: string; language: Language },
): Promise<User> {
  const { db, jobs } = moderation.services;
  return db.transaction(
    async () => {
      const restored = await endSuspension(moderation.services, {
        _id: memberId,
        suspended: { $exists: true },
      });
      if (!restored) throw new ModerationRefusal('done', 'They are not suspended: nothing was changed.');
      await writeAct(moderation, { act: 'restore', memberId, text });
      await mailMember(jobs, restored, { language, name: 'accountRestored', path: '/auth' });
      return restored;
    },
    { lockKeys: [memberKey(memberId)] },
  );
}

/** Handles the job that ends a suspension at its `until`. */
export function expireSuspensionHandler(services: Services): JobHandler {
  return handler(expireSuspension, async (payload) => {
    const memberId = idFrom(payload.memberId);
    await services.db.transaction(
      async () => {
        // A member who was restored and suspended again has a later `until`, and another job.
        const over = { 'suspended.until': { $ne: null, $lte: services.clock.now() } };
        const restored = await endSuspension(services, { _id: memberId, ...over });
        if (restored) await writeAct({ services, who: 'time' }, { act: 'expire', memberId });
      },
      { lockKeys: [memberKey(memberId)] },
    );
  });
}

async function endSuspension({ db }: Services, which: QueryFilter<User>): Promise<User | null> {
  const { Panda, User: Users } = db.models;
  const restored = await Users.findOneAndUpdate(
    which,
    { $unset: { suspended: 1 }, $inc: { countedActs: 1 } },
    { returnDocument: 'after' },
  ).lean();
  // A member who deleted the account meanwhile stays hidden until they restore it.
  if (restored && !restored.eraseAt)
    await Panda.updateOne({ ownerId: restored._id }, { $unset: { isHidden: 1 } });
  return restored;
}

async function refusalOf({ db }: Services, memberId: ObjectId): Promise<ModerationRefusal> {
  const member = await db.models.User.findById(memberId).lean();
  if (!member || member.erasing)
    return new ModerationRefusal('missing', 'Their account is gone: nothing was changed.');
  const until = member.suspended?.until?.toISOString() ?? 'they are restored';
  return new ModerationRefusal(
    'done',
    `They are suspended already, until ${until}: nothing was changed. To change that, restore them first.`,
  );
}
