import type { Language } from '@frens/contract';
import { languages } from '@frens/contract/languages';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import { handler, type JobHandler } from '../../jobs/worker.ts';
import { mailMember } from '../../mail/mail-member.ts';
import type { Services } from '../../services.ts';
import { isHidden, mailLanguageOf, type User } from '../members/user.model.ts';
import { nextNewsAt, notifyByMailJob, scheduleNewsMail } from '../notification-dispatch/notify-by-mail.ts';
import { memberStopToken } from '../notification-settings/member-stops.ts';
import { mailSwitches } from '../notification-settings/notification-settings.policy.ts';
import { type News, readNews } from './load-notifications.ts';
import { writeNews } from './record-notification.ts';

/** The job handlers of news mails. Jobs queued by older versions are named `messages`, the only kind then. */
export function newsHandlers(services: Services): JobHandler[] {
  return [notifyByMailJob, { ...notifyByMailJob, name: 'messages' }].map((kind) =>
    handler(kind, ({ recipientId, since }) => mailNews(services, idFrom(recipientId), new Date(since))),
  );
}

/**
 * Sends a member one mail with the kind of news that has waited longest, if they still want it and it is still current. Schedules
 * the next mail for other kinds, and for news that arrived meanwhile.
 */
async function mailNews(services: Services, id: ObjectId, since: Date): Promise<void> {
  const { db, clock, jobs } = services;
  const recipient = await db.models.User.findById(id).lean();
  if (!recipient || isHidden(recipient) || !recipient.emailVerified) return;
  const now = clock.now();
  // The job was duplicated, or another process mailed and died before it acknowledged the job.
  if (nextNewsAt(recipient, now) > now) return scheduleNewsMail(services, recipient, since);
  const [news] = await readNews(services, recipient, since);
  if (!news) return;
  const language = mailLanguageOf(recipient, await languageOfCause(services, news));
  const stopToken = await memberStopToken(services, mailSwitches[news.kind], id);
  await db.transaction(async () => {
    const before = recipient.toldOfNewsAt ?? { $exists: false };
    const { matchedCount } = await db.models.User.updateOne(
      { _id: id, toldOfNewsAt: before },
      { $set: { toldOfNewsAt: now } },
    );
    if (matchedCount === 0) return;
    // A notification that was renewed meanwhile is newer than those read, and waits for the next mail.
    const mailed = { _id: { $in: news.ids }, createdAt: { $lte: news.newest } };
    await db.models.Notification.updateMany(mailed, { $set: { mailedAt: now } });
    await mailMember(jobs, recipient, { ...writeNews(news, language), language, stopToken });
    await scheduleNewsMail(services, { _id: id, toldOfNewsAt: now }, since);
  });
}

/** The language of the latest actor, for a recipient without a stored language. */
async function languageOfCause({ db }: Services, { items }: News): Promise<Language> {
  const [first] = items;
  const cause: Pick<User, 'language'> | null = first?.actor
    ? await db.models.User.findById(idFrom(first.actor.id), { language: 1 }).lean()
    : null;
  return mailLanguageOf(cause ?? {}, languages[0]);
}
