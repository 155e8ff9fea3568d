import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** Everybody's mail: a real mail server that a site sends to. */
export interface Mailbox {
  smtpUrl: string;
  /** The oldest mail to an address with such a subject that was not taken yet; waits for it. */
  take(address: string, subject: RegExp): Promise<Email>;
  close(): Promise<void>;
}

/** Starts a mail server on a free port of this machine. */
export async function openMailbox(): Promise<Mailbox> {
  const received: Array<{ to: string; mail: Email }> = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          received.push(...envelope.rcptTo.map(({ address }) => ({ to: address, mail })));
          callback();
        }, callback);
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  // True because the server listens on a port.
  const { port } = smtp.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
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
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}

/** Where the button of a mail leads. */
export function linkIn({ text }: Email): string {
  const link = /https?:\/\/\S+\/auth\S*/.exec(text ?? '')?.[0];
  if (link === undefined) throw new Error(`There is no link in:\n${text}`);
  return link;
}
