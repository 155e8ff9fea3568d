import { withAsciiDomain } from '@frens/contract/mail-address';
import { createTransport } from 'nodemailer';
import { type Clock, second } from '../clock.ts';
import type { Config } from '../config.ts';
import { handler, type JobHandler } from '../jobs/worker.ts';
import { type Mail, sendMail } from './mail-job.ts';
import { Outbox } from './outbox.ts';
import { renderMail } from './render-mail.ts';

/** Sends to an unconfirmed address, unless its daily limit is used up. */
export type Allowance = (address: string, send: () => Promise<void>) => Promise<void>;

export interface Mailer {
  handler: JobHandler;
  /** Sends one mail of a job; the job's id makes repeated mails recognisable. */
  send(mail: Mail, jobId: string): Promise<void>;
  /** Applies the daily limit of unconfirmed addresses. */
  sendUnconfirmed: Allowance;
  /** Whether a transport exists; without one mails stay queued. */
  canSend: boolean;
  /** The mails that a development server keeps instead of sending; null with a mail server and in production. */
  outbox: Outbox | null;
  close(): void;
}

/** Headers for one-click unsubscribing from a mail program (RFC 8058). */
function oneClick(stopToken: string, publicUrl: URL): Record<string, string> {
  const address = new URL(`/api/unsubscribe/${stopToken}`, publicUrl).href;
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Sends queued mails through `SMTP_URL`, or puts them into a development server's outbox. */
export function createMailer(config: Config, clock: Clock, sendUnconfirmed: Allowance): Mailer {
  const { smtpUrl, mailFrom, brand, publicUrl, production } = config;
  const outbox = smtpUrl === null && !production ? new Outbox() : null;
  const transport =
    smtpUrl === null
      ? null
      : createTransport(
          // A silent server counts as unreachable: the queue retries.
          {
            url: smtpUrl,
            connectionTimeout: 10 * second,
            greetingTimeout: 10 * second,
            socketTimeout: 20 * second,
          },
          { from: mailFrom },
        );
  async function send(mail: Mail, jobId: string): Promise<void> {
    // The account lost its address because its owner turned out not to be the member (D10).
    if (mail.to === '') return;
    const rendered = renderMail(mail, brand, publicUrl);
    if (outbox) return outbox.put({ id: jobId, to: mail.to, at: clock.now(), ...rendered });
    if (!transport) throw new Error('SMTP_URL is not set: the mail waits.');
    await transport.sendMail({
      ...rendered,
      to: withAsciiDomain(mail.to),
      // The same in every attempt, so that mail servers can deduplicate a mail whose acknowledgement was lost.
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
