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
  /** Nothing older is told of. */
  since: z.iso.datetime(),
});

/** Telling a member by mail what they were notified of: at most once an hour, of all that came meanwhile (D48, D67). */
export const notifyByMailJob: JobKind<z.output<typeof News>> = {
  name: 'news',
  payload: News,
  retryAfter: [minute, 5 * minute, 30 * minute],
};

/** When the next mail of news may go to a member. */
export function nextNewsAt({ toldOfNewsAt }: Pick<User, 'toldOfNewsAt'>, now: Date): Date {
  if (!toldOfNewsAt) return new Date(0);
  // A clock that has gone back since makes nobody wait longer.
  return new Date(Math.min(toldOfNewsAt.getTime(), now.getTime()) + serverLimits.newsMail.minutes * minute);
}

/** Looks for news of a member as soon as a mail may go: once for each mail that went before, however many ask for it. */
export async function findPendingNews(
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

type Told = Pick<NotificationDoc, 'kind' | 'recipientId' | 'createdAt'>;

/** Has members told by mail of what they were just notified of, as far as they want it, in the transaction that notifies them. */
export async function scheduleMailNotification(
  services: Pick<Services, 'db' | 'jobs' | 'clock'>,
  notifications: readonly Told[],
): Promise<void> {
  const news = notifications.filter(({ kind }) => isNews(kind));
  if (news.length === 0) return;
  const ids: ObjectId[] = news.map(({ recipientId }) => recipientId);
  const recipients = await services.db.models.User.find(
    // An address that nobody confirmed may be somebody else's.
    { _id: { $in: ids }, emailVerified: true },
    { notifications: 1, toldOfNewsAt: 1 },
  ).lean();
  for (const recipient of recipients) {
    const wanted: readonly string[] = newsWantedBy(recipient);
    // What is told of counts from its own moment: a clock that is read again is later.
    const [first] = news
      .filter(({ kind, recipientId }) => recipientId.equals(recipient._id) && wanted.includes(kind))
      .map(({ createdAt }) => createdAt)
      .sort((one, other) => one.getTime() - other.getTime());
    if (first) await findPendingNews(services, recipient, first);
  }
}
