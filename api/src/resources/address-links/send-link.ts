import { errorCodes } from '@frens/contract/errors';
import { formatAmount } from '@frens/contract/formats';
import { languages } from '@frens/contract/languages';
import { limits } from '@frens/contract/limits';
import { canonicalAddress } from '@frens/contract/mail-address';
import type { MailPath } from '@frens/contract/site-path';
import { z } from 'zod';
import { day, hour, minute } from '../../clock.ts';
import { idFrom } from '../../database/ids.ts';
import { AppError } from '../../errors.ts';
import type { JobKind } from '../../jobs/queue.ts';
import { handler, type JobHandler } from '../../jobs/worker.ts';
import type { MailName } from '../../mail/mail-job.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Services } from '../../services.ts';
import { languageOf, nameOf, sharedKey, sharesAddress, type User } from '../members/user.model.ts';
import { type LinkPurpose, linkPurposes } from './address-link.model.ts';
import { endOf, makeLink } from './address-links.ts';

const LinkRequest = z.object({
  purpose: z.enum(linkPurposes),
  email: z.string(),
  language: z.enum(languages),
  /** The account it is about; null: whoever has the address. */
  userId: z.string().nullable().default(null),
  next: z.string().nullable().default(null),
  inviteCode: z.string().nullable().default(null),
});

/**
 * Sending a link. The token is made when the mail is, so the queue never holds one; and whether anybody has the address
 * is asked here and not by the call, which therefore takes the same time for every address (D9, D13).
 */
export const sendLink: JobKind<z.output<typeof LinkRequest>> = {
  name: 'address-link',
  payload: LinkRequest,
  // Somebody waits for it now: after an hour they have asked again.
  retryAfter: [minute / 4, minute, 5 * minute, 15 * minute, 30 * minute],
  lane: 'mail',
};

/** The same for a link without which somebody does not get on: it waits behind no other mail. */
const sendSignInLink: typeof sendLink = { ...sendLink, name: 'sign-in-link', lane: 'sign-in' };

const isAwaited = (purpose: LinkPurpose) => purpose === 'sign-in' || purpose === 'reset';

/** Refuses a link that somebody would wait for where no mail leaves: other mails wait for a mail server, and nobody is told that they were sent. */
export function assertCanSendLinks({ config: { smtpUrl, production } }: Pick<Services, 'config'>): void {
  if (smtpUrl === null && production)
    throw new AppError(503, errorCodes.mailUnavailable, { retryAfter: 3600 });
}

/**
 * Asks for a link, which the queue makes and sends. Within a transaction it is asked for exactly if that commits. A link
 * `inLine` is sent when its life would have ended, and whoever asks meanwhile waits for the same one: however many ask,
 * one mail in that time goes out, and the address is never without a link that lives (docs/decisions/0116).
 */
export async function askForLink(
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  request: z.input<typeof LinkRequest>,
  { inLine = false } = {},
): Promise<void> {
  const payload = LinkRequest.parse(request);
  const { purpose, email } = payload;
  const memberId = payload.userId === null ? undefined : idFrom(payload.userId);
  const emailKey = canonicalAddress(email);
  const line = { onceFor: `${purpose} ${emailKey}`, runAt: endOf(purpose, clock.now()) };
  const kind = isAwaited(purpose) ? sendSignInLink : sendLink;
  await jobs.add(kind, payload, { memberId, emailKey, ...(inLine ? line : {}) });
}

interface LinkMail {
  name: MailName;
  /** The parameter of `/auth` that the token stands in. */
  parameter: string;
  /** The page acts as soon as it is opened, unless the operator's mail is opened by scanners. */
  actsAtOnce?: true;
  /** It goes to an address that nobody has confirmed, because somebody typed it: calls nobody by name, and is counted by the address. */
  isUnconfirmed?: true;
  /** Whether it is still to be sent, now that its mail would be. */
  isWanted: (
    member: User | null,
    emailKey: string,
    asked: { db: Services['db']; askedAt: Date; userId: string | null },
  ) => boolean | Promise<boolean>;
}

/** Which mail carries a link, by what the link is good for. */
const mails: Record<LinkPurpose, LinkMail> = {
  'sign-in': {
    name: 'magicLink',
    parameter: 'token',
    actsAtOnce: true,
    isWanted: (member, emailKey, { userId }) =>
      userId === null || (member !== null && sharesAddress(member, emailKey)),
  },
  reset: { name: 'resetPassword', parameter: 'reset', isWanted: (member) => member !== null },
  confirm: {
    name: 'confirmAddress',
    parameter: 'confirm',
    isUnconfirmed: true,
    isWanted: (member, emailKey) => member?.emailKey === emailKey && !member.emailVerified && !member.eraseAt,
  },
  'change-email': {
    name: 'changeEmail',
    parameter: 'change',
    actsAtOnce: true,
    isUnconfirmed: true,
    // Whoever has the address already hears nothing, and whoever asked learns nothing of that (D14).
    isWanted: async (member, emailKey, { db }) =>
      Boolean(member?.pendingEmail && canonicalAddress(member.pendingEmail) === emailKey) &&
      !(await db.models.User.exists({ emailKey })),
  },
  'undo-email': {
    name: 'emailChanging',
    parameter: 'undo',
    isWanted: async (member, emailKey, { db, askedAt }) =>
      member !== null &&
      // A change that was taken back before it was told of has changed nothing.
      (member.pendingEmail !== null || member.emailKey !== emailKey) &&
      // What was begun after an address that was given back since is over.
      !(await db.models.AddressLink.exists({
        userId: member._id,
        purpose: 'undo-email',
        usedAt: { $gt: askedAt },
        expiresAt: { $lte: endOf('undo-email', askedAt) },
      })),
  },
  'keep-account': {
    name: 'accountEnding',
    parameter: 'keep',
    isWanted: (member) => member?.eraseAt !== undefined && !member.erasing,
  },
};

/** Purposes whose links begin their life when they are asked for, however late the mail is. */
const endInOrder: ReadonlySet<LinkPurpose> = new Set(['undo-email', 'keep-account']);

/**
 * When a mail is too late to be sent. Most links are made with it and would be good, but after their life nobody waits
 * for them: once they have stood in line for at most that long, or were tried again for an hour.
 */
function tooLateFrom(purpose: LinkPurpose, askedAt: Date): Date {
  const end = endOf(purpose, askedAt);
  if (endInOrder.has(purpose)) return end;
  return new Date(Math.max(endOf(purpose, end).getTime(), end.getTime() + hour));
}

/** Make links and send their mails. */
export function linkHandlers(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'jobs'>,
  mailer: Mailer,
): JobHandler[] {
  return [sendSignInLink, sendLink].map((kind) => linkHandler(kind, services, mailer));
}

function linkHandler(
  kind: typeof sendLink,
  services: Pick<Services, 'db' | 'clock' | 'config' | 'jobs'>,
  mailer: Mailer,
): JobHandler {
  return handler(kind, async ({ purpose, email, language: asked, userId, ...more }, { jobId, askedAt }) => {
    if (tooLateFrom(purpose, askedAt) <= services.clock.now()) return;
    const mail = mails[purpose];
    const emailKey = canonicalAddress(email);
    const { User } = services.db.models;
    const member = userId
      ? await User.findById(idFrom(userId)).lean()
      : await User.findOne({ emailKey }).lean();
    if (!(await mail.isWanted(member, emailKey, { db: services.db, askedAt, userId }))) return;
    const isSharer = purpose === 'sign-in' && userId !== null;
    // An account that nobody confirmed may not be of whoever reads this address.
    const isTheirs = member !== null && (userId !== null || member.emailVerified);
    const language = isTheirs ? languageOf(member, asked) : asked;
    const minutes = limits.linkMinutes[purpose];
    // Which mailbox two spellings of one address lead to is not ours to say: who confirmed it is mailed as they wrote it.
    const to = isTheirs && (userId === null || isSharer) ? member.email : email;
    const values = {
      // Who shares an address did confirm it.
      name:
        member && !mail.isUnconfirmed
          ? nameOf({ ...member, emailVerified: isSharer || member.emailVerified })
          : '',
      other: member?.pendingEmail ?? member?.email ?? '',
      bamboo: formatAmount(language, limits.grants.confirmed),
      minutes,
      hours: (minutes * minute) / hour,
      days: (minutes * minute) / day,
    };
    const waits = mail.actsAtOnce && services.config.magicLinkMode === 'confirm';
    const send = async () => {
      const token = await makeLink(services, {
        ...more,
        purpose,
        email,
        userId: userId ? idFrom(userId) : null,
        // Several end in the order they were asked for, and none after its account, however late a mail got through.
        ...(endInOrder.has(purpose) ? { from: askedAt } : {}),
      });
      const path: MailPath = `/auth?${mail.parameter}=${token}${waits ? '&mode=confirm' : ''}`;
      await mailer.send({ to, language, name: isSharer ? 'sharedAddress' : mail.name, path, values }, jobId);
    };
    await (mail.isUnconfirmed ? mailer.sendUnconfirmed(to, send) : send());
    if (purpose !== 'sign-in') return;
    const sharer = await User.findOne(
      { emailKey: sharedKey(member?.emailKey ?? emailKey) },
      { _id: 1 },
    ).lean();
    if (sharer)
      await askForLink(services, { ...more, purpose, email, language: asked, userId: String(sharer._id) });
  });
}
