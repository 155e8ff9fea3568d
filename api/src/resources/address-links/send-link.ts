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
import { mailLanguageOf, mailNameOf, sharedKey, sharesAddress, type User } from '../members/user.model.ts';
import { type LinkPurpose, linkPurposes } from './address-link.model.ts';
import { endOf, makeLink } from './address-links.ts';

const LinkRequest = z.object({
  purpose: z.enum(linkPurposes),
  email: z.string(),
  language: z.enum(languages),
  /** The link's account; null for whoever has the address. */
  userId: z.string().nullable().default(null),
  next: z.string().nullable().default(null),
  inviteCode: z.string().nullable().default(null),
});

/**
 * Creates a link and mails it. The job creates the token, so the queue never contains one. The job also looks up the account,
 * so the call takes the same time for known and unknown addresses (D9, D13).
 */
export const sendLink: JobKind<z.output<typeof LinkRequest>> = {
  name: 'address-link',
  payload: LinkRequest,
  // Somebody is waiting for the mail; after an hour they have requested another one.
  retryAfter: [minute / 4, minute, 5 * minute, 15 * minute, 30 * minute],
  lane: 'mail',
};

/** The same for sign-in and reset links, in a lane of their own: they must not queue behind other mails. */
const sendSignInLink: typeof sendLink = { ...sendLink, name: 'sign-in-link', lane: 'sign-in' };

const needsSignInLane = (purpose: LinkPurpose) => purpose === 'sign-in' || purpose === 'reset';

/** Throws 503 in production without a mail server: other mails can stay queued, but somebody would wait for this link. */
export function assertCanSendLinks({ config: { smtpUrl, production } }: Pick<Services, 'config'>): void {
  if (smtpUrl === null && production)
    throw new AppError(503, errorCodes.mailUnavailable, { retryAfter: 3600 });
}

/**
 * Queues a job that creates and mails a link; inside a transaction, exactly if that commits. With `inLine` the job runs after
 * one lifetime of the link, and requests until then share it. So one mail per lifetime goes out, and the address always has a
 * valid link (docs/decisions/0116).
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
  const kind = needsSignInLane(purpose) ? sendSignInLink : sendLink;
  await jobs.add(kind, payload, { memberId, emailKey, ...(inLine ? line : {}) });
}

interface LinkMail {
  name: MailName;
  /** The query parameter of `/auth` that carries the token. */
  parameter: string;
  /** The page consumes the token on load, unless `magicLinkMode` is `confirm`, for mail servers whose scanners open links. */
  actsAtOnce?: true;
  /** Anybody can have typed this unconfirmed address: the mail contains no name, and the mails per address are limited. */
  isUnconfirmed?: true;
  /** Whether to send the mail, decided when the job runs. */
  isWanted: (
    member: User | null,
    emailKey: string,
    request: { db: Services['db']; askedAt: Date; userId: string | null },
  ) => boolean | Promise<boolean>;
}

/** The mail of each purpose. */
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
    // A taken address gets no mail, and the requester does not learn that it is taken (D14).
    isWanted: async (member, emailKey, { db }) =>
      Boolean(member?.pendingEmail && canonicalAddress(member.pendingEmail) === emailKey) &&
      !(await db.models.User.exists({ emailKey })),
  },
  'undo-email': {
    name: 'emailChanging',
    parameter: 'undo',
    isWanted: async (member, emailKey, { db, askedAt }) =>
      member !== null &&
      // A change that was cancelled before this mail needs no undo link.
      (member.pendingEmail !== null || member.emailKey !== emailKey) &&
      // The undo of an earlier change has already reverted this one (docs/decisions/0101).
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

/** Purposes whose lifetime starts with the request, however late the mail is. */
const endInOrder: ReadonlySet<LinkPurpose> = new Set(['undo-email', 'keep-account']);

/**
 * From when on a delayed mail is dropped. Most links would be valid, since the mail's job creates them, but nobody waits for them
 * after two lifetimes (one of them queued by `inLine`), or one lifetime and an hour of retries, whichever is later.
 */
function tooLateFrom(purpose: LinkPurpose, askedAt: Date): Date {
  const end = endOf(purpose, askedAt);
  if (endInOrder.has(purpose)) return end;
  return new Date(Math.max(endOf(purpose, end).getTime(), end.getTime() + hour));
}

/** The handlers that create links and send their mails. */
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
    // An unconfirmed account may belong to somebody other than the reader of this address.
    const isReadersOwn = member !== null && (userId !== null || member.emailVerified);
    const language = isReadersOwn ? mailLanguageOf(member, asked) : asked;
    const minutes = limits.linkMinutes[purpose];
    // Two spellings of one address may be different mailboxes: a confirmed address is mailed in the spelling of its member.
    const to = isReadersOwn && (userId === null || isSharer) ? member.email : email;
    const values = {
      // Members who share an address have confirmed it.
      name:
        member && !mail.isUnconfirmed
          ? mailNameOf({ ...member, emailVerified: isSharer || member.emailVerified })
          : '',
      other: member?.pendingEmail ?? member?.email ?? '',
      bamboo: formatAmount(language, limits.grants.confirmed),
      minutes,
      hours: (minutes * minute) / hour,
      days: (minutes * minute) / day,
    };
    const needsPress = mail.actsAtOnce && services.config.magicLinkMode === 'confirm';
    const send = async () => {
      const token = await makeLink(services, {
        ...more,
        purpose,
        email,
        userId: userId ? idFrom(userId) : null,
        // However late the mails are, links expire in the order of their requests, and none outlives its account.
        ...(endInOrder.has(purpose) ? { from: askedAt } : {}),
      });
      const path: MailPath = `/auth?${mail.parameter}=${token}${needsPress ? '&mode=confirm' : ''}`;
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
