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
 * A real mail server on a free port of this machine.
 *
 * @param receive is given each mail once for each address it goes to; what it throws is the refusal that the sender hears
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
  // True because the server listens on a port.
  const { port } = smtp.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}
