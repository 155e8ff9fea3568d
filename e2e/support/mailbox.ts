import type { Email } from 'postal-mime';
import { type ReceivedMail, startMailServer } from '../../api/src/testing/mail-server.ts';

/** Everybody's mail: a real mail server that a site sends to. */
export interface Mailbox {
  smtpUrl: string;
  /** The oldest mail to an address with such a subject that was not taken yet; waits for it. */
  take(address: string, subject: RegExp): Promise<Email>;
  close(): Promise<void>;
}

/** Starts a mail server on a free port of this machine. */
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

/** Where the button of a mail leads. */
export function linkIn({ text }: Email): string {
  const link = /https?:\/\/\S+\/auth\S*/.exec(text ?? '')?.[0];
  if (link === undefined) throw new Error(`There is no link in:\n${text}`);
  return link;
}
