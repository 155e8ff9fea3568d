import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  mail: Email;
}

export interface MailServer {
  smtpUrl: string;
  close(): Promise<void>;
}

/**
 * A real SMTP server on a free local port.
 *
 * @param receive gets each mail once per recipient; an error it throws is the refusal that the sender sees
 */
export async function startMailServer(receive: (received: ReceivedMail) => unknown): Promise<MailServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks))
          .then(async (mail) => {
            for (const { address } of envelope.rcptTo) await receive({ to: address, mail });
          })
          .then(() => callback(), callback);
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  // Safe: the server listens on a port.
  const { port } = smtp.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}
