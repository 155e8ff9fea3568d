import { withAsciiDomain } from '@frens/contract/mail-address';
import { createTransport } from 'nodemailer';
import { type Clock, second } from '../clock.ts';
import type { Config } from '../config.ts';
import { handler, type JobHandler } from '../jobs/worker.ts';
import { type Mail, sendMail } from './mail-job.ts';
import { Outbox } from './outbox.ts';
import { renderMail } from './render-mail.ts';

/** Sends by the function to an address that nobody has confirmed, if it may be sent any more today. */
export type Allowance = (address: string, send: () => Promise<void>) => Promise<void>;

export interface Mailer {
  handler: JobHandler;
  /** Sends one mail within a job, whose id makes a repeated sending recognisable. */
  send(mail: Mail, jobId: string): Promise<void>;
  /** For what goes to an address that nobody has confirmed. */
  sendUnconfirmed: Allowance;
  /** Whether there is anything to send with; without it mails wait in the queue. */
  canSend: boolean;
  /** Where mails lie that a development server does not send; null when they are sent, and always in production. */
  outbox: Outbox | null;
  close(): void;
}

/** What lets a mail program say “no more of these” at one click, without opening a page (RFC 8058). */
function oneClick(stopToken: string, publicUrl: URL): Record<string, string> {
  const address = new URL(`/api/unsubscribe/${stopToken}`, publicUrl).href;
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Sends the mails of the queue through `SMTP_URL`, or puts them into the outbox of a development server. */
export function createMailer(config: Config, clock: Clock, sendUnconfirmed: Allowance): Mailer {
  const { smtpUrl, mailFrom, brand, publicUrl, production } = config;
  const outbox = smtpUrl === null && !production ? new Outbox() : null;
  const transport =
    smtpUrl === null
      ? null
      : createTransport(
          // A server that is silent is one that is away: the queue tries again.
          {
            url: smtpUrl,
            connectionTimeout: 10 * second,
            greetingTimeout: 10 * second,
            socketTimeout: 20 * second,
          },
          { from: mailFrom },
        );
  async function send(mail: Mail, jobId: string): Promise<void> {
    // The account has no address since its owner was found not to be the member (D10).
    if (mail.to === '') return;
    const rendered = renderMail(mail, brand, publicUrl);
    if (outbox) return outbox.put({ id: jobId, to: mail.to, at: clock.now(), ...rendered });
    if (!transport) throw new Error('SMTP_URL is not set: the mail waits.');
    await transport.sendMail({
      ...rendered,
      to: withAsciiDomain(mail.to),
      // The same for every attempt, so that a mail that was taken and not acknowledged is recognised.
      messageId: `<${jobId}@${publicUrl.hostname}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        ...(mail.stopToken ? oneClick(mail.stopToken, publicUrl) : {}),
      },
    });
  }
  return {
    canSend: outbox !== null || transport !== null,
    outbox,
    send,
    sendUnconfirmed,
    handler: handler(sendMail, (mail, { jobId }) =>
      mail.isUnconfirmed ? sendUnconfirmed(mail.to, () => send(mail, jobId)) : send(mail, jobId),
    ),
    close: () => transport?.close(),
  };
}
