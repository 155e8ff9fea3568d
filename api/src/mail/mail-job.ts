import { languages } from '@frens/contract/languages';
import type { MailPath } from '@frens/contract/site-path';
import { z } from 'zod';
import { hour, minute } from '../clock.ts';
import type { JobKind } from '../jobs/queue.ts';

/** The site's mails. Their texts are under their names in `locales/en.json` and `locales/es.json`. */
export const mailNames = [
  'accountExists',
  'confirmAddress',
  'magicLink',
  'sharedAddress',
  'passwordRemoved',
  'passwordChanged',
  'newBrowser',
  'resetPassword',
  'changeEmail',
  'emailChanging',
  'emailRestored',
  'emailReplaced',
  'invitation',
  'friendMessages',
  'connectionRequests',
  'introductions',
  'introductionsAccepted',
  'introductionsMade',
  'circleInvitations',
  'accountEnding',
  'accountKept',
  'accountSuspended',
  'accountRestored',
] as const;
export type MailName = (typeof mailNames)[number];

const Mail = z.object({
  to: z.string(),
  language: z.enum(languages),
  name: z.enum(mailNames),
  /** The button's target: a path of the site, so that the host is always the configured one (D9). */
  path: z.custom<MailPath>((path) => typeof path === 'string' && path.startsWith('/')),
  /** Values for `{{…}}` in the texts, besides {{site}} and {{product}}. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  /** The address is unconfirmed, so a daily limit applies (docs/decisions/0116). */
  isUnconfirmed: z.boolean().optional(),
  /** The token for `POST /api/unsubscribe/:token`; absent for security mails and for requested ones. */
  stopToken: z.string().optional(),
});

/** One mail to one address. Add it with `services.jobs.add(sendMail, …)`. */
export type Mail = z.output<typeof Mail>;

/** Sends a mail, with retries from a minute to a day later (D48). */
export const sendMail: JobKind<Mail> = {
  name: 'mail',
  payload: Mail,
  retryAfter: [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour],
  lane: 'mail',
};
