import { languages, messageText } from '@frens/contract/messages';
import { z } from 'zod';
import { minute } from '../../clock.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import type { JobKind } from '../../jobs/queue.ts';
import { handler, type JobHandler } from '../../jobs/worker.ts';
import { serverLimits } from '../../limits.ts';
import { mailMember } from '../../mail/mail-member.ts';
import { readsAsLink } from '../../mail/reads-as-link.ts';
import type { Services } from '../../services.ts';
import { languageOf, type User } from '../members/user.model.ts';
import { memberStopToken } from '../notification-settings/member-stops.ts';
import { notificationsOf } from '../notification-settings/notification-settings.policy.ts';
import { reportedAmong } from '../visibility/reported.ts';
import { seenBy } from '../visibility/visibility.ts';

const Told = z.object({
  recipientId: z.string(),
  /** When the first message was written that the mail tells of. */
  since: z.iso.datetime(),
  /** When the mail before went; null before the first. */
  toldAt: z.iso.datetime().nullable(),
  /** Of the request that wrote the first one, for a reader whose own is not known. */
  language: z.enum(languages),
});

/** Telling a member by mail that friends have written: at most once an hour, of all that came meanwhile (D67). */
const tellOfMessages: JobKind<z.output<typeof Told>> = {
  name: 'messages',
  payload: Told,
  retryAfter: [minute, 5 * minute, 30 * minute],
};

const pause = serverLimits.messageMailMinutes * minute;

/** Has the recipient told of a message, in the transaction in which it is written. The next mail after one waits for its hour. */
export async function tellLater(
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  recipient: User,
  language: z.output<typeof Told>['language'],
): Promise<void> {
  // An address that nobody confirmed may be somebody else's.
  if (!recipient.emailVerified || !notificationsOf(recipient).mailMessages) return;
  const now = clock.now();
  const { _id, toldOfMessagesAt } = recipient;
  const next = toldOfMessagesAt ? new Date(toldOfMessagesAt.getTime() + pause) : now;
  const toldAt = toldOfMessagesAt?.toISOString() ?? null;
  await jobs.add(
    tellOfMessages,
    {
      recipientId: String(_id),
      since: now.toISOString(),
      toldAt,
      language,
    },
    // One for each mail that went before: what is written while it goes out waits for the next.
    {
      memberId: _id,
      onceFor: `${String(_id)} ${toldAt ?? 'first'}`,
      runAt: next > now ? next : now,
    },
  );
}

/** Sends the mail, if it is still wanted and there still is something to tell of. */
export function messagesHandler(services: Services): JobHandler {
  const { db, clock, jobs } = services;
  return handler(tellOfMessages, async ({ recipientId, since, toldAt, language: asked }) => {
    const id = idFrom(recipientId);
    const recipient = await db.models.User.findById(id).lean();
    if (!recipient || recipient.eraseAt || !recipient.emailVerified) return;
    if (!notificationsOf(recipient).mailMessages) return;
    const language = languageOf(recipient, asked);
    const senders = await sendersSince(services, recipient, new Date(since));
    const [first] = senders;
    if (!first) return;
    const stopToken = await memberStopToken(services, 'mailMessages', id);
    const path =
      senders.length === 1
        ? (`/frens/${encodeURIComponent(first.username)}` as const)
        : '/dashboard?tab=connections';
    await db.transaction(async () => {
      const before = toldAt === null ? { $exists: false } : new Date(toldAt);
      const told = { $set: { toldOfMessagesAt: clock.now() } };
      // Done already by a process that died before it could say so.
      const { matchedCount } = await db.models.User.updateOne({ _id: id, toldOfMessagesAt: before }, told);
      if (matchedCount === 0) return;
      const from = namesOf(senders, language);
      await mailMember(jobs, recipient, {
        name: 'friendMessages',
        language,
        path,
        values: { from },
        stopToken,
      });
    });
  });
}

type Sender = { name: string; username: string };

/** Who has written since, the newest first, as far as the recipient sees them and what they wrote. */
async function sendersSince(services: Services, recipient: User, since: Date): Promise<Sender[]> {
  const { FriendMessage, User: Users } = services.db.models;
  const messages = await FriendMessage.find({
    recipientId: recipient._id,
    createdAt: { $gte: since },
    withdrawnAt: null,
  })
    .sort({ createdAt: -1 })
    .limit(serverLimits.messagesToldOf)
    .lean();
  const ids = messages.map(({ _id }) => _id);
  const reported = await reportedAmong(services, recipient, 'message', ids);
  const shown = messages.filter(({ _id }) => !reported.has(String(_id)));
  const senderIds = [
    ...new Map<string, ObjectId>(shown.map((one) => [String(one.senderId), one.senderId])).values(),
  ];
  const seen = await seenBy(services, recipient, await Users.find({ _id: { $in: senderIds } }).lean());
  return senderIds.flatMap((id) => seen.get(String(id)) ?? []);
}

/** At most three names; one that a mail program would make a link of is not written. */
function namesOf(senders: readonly Sender[], language: z.output<typeof Told>['language']): string {
  const named = senders.slice(0, 3).map(({ name }) => (readsAsLink(name) ? '' : name));
  const others = senders.length > 3 || named.includes('');
  const some = named.filter((name) => name !== '');
  if (some.length === 0) return messageText(language, 'messages.aFriend');
  return new Intl.ListFormat(language).format(
    others ? [...some, messageText(language, 'messages.others')] : some,
  );
}
