import { z } from 'zod';
import { minute } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { JobKind } from '../../jobs/queue.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { isNews, newsWantedBy } from '../notification-settings/notification-settings.policy.ts';
import type { NotificationDoc } from '../notifications/notification.model.ts';

const News = z.object({
  recipientId: z.string(),
  /** The mail skips older notifications. */
  since: z.iso.datetime(),
});

/** Job that mails a member their news notifications: at most one mail an hour (D48, D67). */
export const notifyByMailJob: JobKind<z.output<typeof News>> = {
  name: 'news',
  payload: News,
  retryAfter: [minute, 5 * minute, 30 * minute],
};

/** When the next news mail may go to a member. */
export function nextNewsAt({ toldOfNewsAt }: Pick<User, 'toldOfNewsAt'>, now: Date): Date {
  if (!toldOfNewsAt) return new Date(0);
  // Takes the earlier of both times, so a clock that was set back does not extend the wait.
  return new Date(Math.min(toldOfNewsAt.getTime(), now.getTime()) + serverLimits.newsMail.minutes * minute);
}

/** Schedules a member's next news mail for when one may go. The key allows one pending job for each previous mail. */
export async function scheduleNewsMail(
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  member: Pick<User, '_id' | 'toldOfNewsAt'>,
  since: Date,
): Promise<void> {
  const now = clock.now();
  const next = nextNewsAt(member, now);
  const recipientId = String(member._id);
  await jobs.add(
    notifyByMailJob,
    { recipientId, since: since.toISOString() },
    {
      memberId: member._id,
      onceFor: `${recipientId} ${member.toldOfNewsAt?.toISOString() ?? 'first'}`,
      runAt: next > now ? next : now,
    },
  );
}

type MailableNotification = Pick<NotificationDoc, 'kind' | 'recipientId' | 'createdAt'>;

/** Schedules mails about new notifications for members who want them, in the transaction that creates the notifications. */
export async function scheduleMailNotification(
  services: Pick<Services, 'db' | 'jobs' | 'clock'>,
  notifications: readonly MailableNotification[],
): Promise<void> {
  const news = notifications.filter(({ kind }) => isNews(kind));
  if (news.length === 0) return;
  const ids: ObjectId[] = news.map(({ recipientId }) => recipientId);
  const recipients = await services.db.models.User.find(
    // An unconfirmed address may belong to a stranger.
    { _id: { $in: ids }, emailVerified: true },
    { notifications: 1, toldOfNewsAt: 1 },
  ).lean();
  for (const recipient of recipients) {
    const wanted: readonly string[] = newsWantedBy(recipient);
    // `since` comes from the notification: a second reading of the clock would be later, and skip it.
    const [first] = news
      .filter(({ kind, recipientId }) => recipientId.equals(recipient._id) && wanted.includes(kind))
      .map(({ createdAt }) => createdAt)
      .sort((one, other) => one.getTime() - other.getTime());
    if (first) await scheduleNewsMail(services, recipient, first);
  }
}
