import type { Language } from '@frens/contract';
import { languages } from '@frens/contract/languages';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import { handler, type JobHandler } from '../../jobs/worker.ts';
import { mailMember } from '../../mail/mail-member.ts';
import type { Services } from '../../services.ts';
import { isHidden, languageOf, type User } from '../members/user.model.ts';
import { findPendingNews, nextNewsAt, notifyByMailJob } from '../notification-dispatch/notify-by-mail.ts';
import { memberStopToken } from '../notification-settings/member-stops.ts';
import { mailSwitches } from '../notification-settings/notification-settings.policy.ts';
import { type News, readNews } from './load-notifications.ts';
import { writeNews } from './record-notification.ts';

/** Telling members of news by mail. What versions before this one left waiting had the name of the one kind there was. */
export function newsHandlers(services: Services): JobHandler[] {
  return [notifyByMailJob, { ...notifyByMailJob, name: 'messages' }].map((kind) =>
    handler(kind, ({ recipientId, since }) => mailNews(services, idFrom(recipientId), new Date(since))),
  );
}

/**
 * Sends a member one mail of the kind of news that has waited longest, if they still want it and it still is so. What else there is, or
 * came while this was at work, is looked for again when the next mail may go.
 */
async function mailNews(services: Services, id: ObjectId, since: Date): Promise<void> {
  const { db, clock, jobs } = services;
  const recipient = await db.models.User.findById(id).lean();
  if (!recipient || isHidden(recipient) || !recipient.emailVerified) return;
  const now = clock.now();
  // Done already by a process that died before it could say so, or asked for twice.
  if (nextNewsAt(recipient, now) > now) return findPendingNews(services, recipient, since);
  const [news] = await readNews(services, recipient, since);
  if (!news) return;
  const language = languageOf(recipient, await languageOfCause(services, news));
  const stopToken = await memberStopToken(services, mailSwitches[news.kind], id);
  await db.transaction(async () => {
    const before = recipient.toldOfNewsAt ?? { $exists: false };
    const { matchedCount } = await db.models.User.updateOne(
      { _id: id, toldOfNewsAt: before },
      { $set: { toldOfNewsAt: now } },
    );
    if (matchedCount === 0) return;
    // One that was told anew meanwhile is later than those that were read, and waits for the next mail.
    const told = { _id: { $in: news.ids }, createdAt: { $lte: news.newest } };
    await db.models.Notification.updateMany(told, { $set: { mailedAt: now } });
    await mailMember(jobs, recipient, { ...writeNews(news, language), language, stopToken });
    await findPendingNews(services, { _id: id, toldOfNewsAt: now }, since);
  });
}

/** For a member whose own language is not known: that of who did it last. */
async function languageOfCause({ db }: Services, { items }: News): Promise<Language> {
  const [first] = items;
  const cause: Pick<User, 'language'> | null = first?.actor
    ? await db.models.User.findById(idFrom(first.actor.id), { language: 1 }).lean()
    : null;
  return languageOf(cause ?? {}, languages[0]);
}
