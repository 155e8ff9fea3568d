import type { Email } from 'postal-mime';
import { type ReceivedMail, startMailServer } from '../../api/src/testing/mail-server.ts';

/** A real mail server that receives all mails of a site. */
export interface Mailbox {
  smtpUrl: string;
  /** Waits for and removes the oldest mail to an address with a matching subject. */
  take(address: string, subject: RegExp): Promise<Email>;
  close(): Promise<void>;
}

/** Starts a mail server on a free local port. */
export async function openMailbox(): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  const { smtpUrl, close } = await startMailServer((one) => received.push(one));
  return {
    smtpUrl,
    async take(address, subject) {
      const deadline = Date.now() + 20_000;
      while (Date.now() < deadline) {
        const place = received.findIndex(
          ({ to, mail }) => to === address && subject.test(mail.subject ?? ''),
        );
        const [found] = place === -1 ? [] : received.splice(place, 1);
        if (found) return found.mail;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const others = received.map(({ to, mail }) => `${to}: ${mail.subject}`);
      throw new Error(`No mail to ${address} about ${subject} came. There are:\n${others.join('\n')}`);
    },
    close,
  };
}

/** The URL of the mail's button. */
export function linkIn({ text }: Email): string {
  const link = /https?:\/\/\S+\/auth\S*/.exec(text ?? '')?.[0];
  if (link === undefined) throw new Error(`There is no link in:\n${text}`);
  return link;
}
