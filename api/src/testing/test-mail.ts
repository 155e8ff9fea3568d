import type { Email } from 'postal-mime';
import { idFrom } from '../database/ids.ts';
import { createMailWorker } from '../resources/mail-worker.ts';
import { type ReceivedMail, startMailServer } from './mail-server.ts';
import type { TestApp, TestMember } from './test-app.ts';

/** Members' mailboxes. */
export interface TestMail {
  /** Runs all due jobs and returns an address's mails since the last call. */
  to(address: string): Promise<Email[]>;
  /** The token in the newest mail. @throws when there is none */
  tokenTo(address: string, parameter?: string): Promise<string>;
  close(): Promise<void>;
}

/** A real mail server for a test's API, with the worker that sends its mails. */
export async function startTestMail({ services }: TestApp): Promise<TestMail> {
  const received: ReceivedMail[] = [];
  const server = await startMailServer((one) => received.push(one));
  const config = { ...services.config, smtpUrl: server.smtpUrl };
  const { mailer, worker } = createMailWorker({ ...services, config });

  async function to(address: string): Promise<Email[]> {
    await worker.runDue();
    const found = received.filter((one) => one.to === address);
    for (const one of found) received.splice(received.indexOf(one), 1);
    return found.map(({ mail }) => mail);
  }
  return {
    to,
    async tokenTo(address, parameter = 'token') {
      const links = (await to(address)).map(({ text }) =>
        new RegExp(`/auth\\?${parameter}=([\\w-]+)`).exec(text ?? ''),
      );
      const token = links.filter(Boolean).at(-1)?.[1];
      if (token === undefined) throw new Error(`No link was sent to ${address}.`);
      return token;
    },
    async close() {
      mailer.close();
      await server.close();
    },
  };
}

/** A new member with a confirmed address and no mail to come. */
export async function confirmedMember(app: TestApp): Promise<TestMember> {
  const member = await app.member();
  await app.confirm(member);
  await app.services.db.models.Job.deleteMany({ memberId: idFrom(member.id) });
  return member;
}
