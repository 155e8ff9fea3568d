import { limits } from '@frens/contract/limits';
import { languages } from '@frens/contract/messages';
import { z } from 'zod';
import { minute } from '../../clock.ts';
import { idFrom } from '../../database/ids.ts';
import type { JobKind } from '../../jobs/queue.ts';
import { handler, type JobHandler } from '../../jobs/worker.ts';
import type { MailName } from '../../mail/mail-job.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Services } from '../../services.ts';
import { keyOf, nameOf } from '../members/user.model.ts';
import { type LinkPurpose, linkPurposes } from './address-link.model.ts';
import { makeLink } from './address-links.ts';

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
};

/** Which mail carries a link, and the parameter of `/auth` that its token stands in. */
const mails: { [Purpose in LinkPurpose]?: { name: MailName; parameter: string; needsMember: boolean } } = {
  'sign-in': { name: 'magicLink', parameter: 'token', needsMember: false },
  reset: { name: 'resetPassword', parameter: 'reset', needsMember: true },
};

/** Makes the link and sends its mail. */
export function linkHandler(services: Pick<Services, 'db' | 'clock' | 'config'>, mailer: Mailer): JobHandler {
  return handler(sendLink, async ({ purpose, email, language, userId, ...more }, { jobId }) => {
    const mail = mails[purpose];
    if (!mail) throw new Error(`There is no mail for links of the kind ${purpose}.`);
    const { User } = services.db.models;
    const member = userId
      ? await User.findById(idFrom(userId)).lean()
      : await User.findOne({ emailKey: keyOf(email) }).lean();
    if (mail.needsMember && !member) return;
    const token = await makeLink(services, {
      ...more,
      purpose,
      email,
      userId: userId ? idFrom(userId) : null,
    });
    const values = { name: member ? nameOf(member) : email, minutes: limits.linkMinutes[purpose] };
    const waits = purpose === 'sign-in' && services.config.magicLinkMode === 'confirm';
    const path = `/auth?${mail.parameter}=${token}${waits ? '&mode=confirm' : ''}`;
    await mailer.send({ to: email, language, name: mail.name, path, values }, jobId);
  });
}
