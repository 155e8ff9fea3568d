import { expect, it } from 'vitest';
import { createMailWorker } from '../resources/mail-worker.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { startTestApp } from '../testing/test-app.ts';
import { sendMail } from './mail-job.ts';

/** At four seconds a mail, eight concurrent links arrive after two rounds: 8 s. */
const rounds = 2;

it('sends sign-in links before 200 queued mails, however slow the mail server is', async () => {
  const app = await startTestApp();
  const taken: Array<{ to: string; finish: () => void }> = [];
  const server = await startMailServer(({ to }) => new Promise<void>((finish) => taken.push({ to, finish })));
  const services = { ...app.services, config: { ...app.services.config, smtpUrl: server.smtpUrl } };
  const { jobs } = services;
  const mail = {
    language: 'en',
    name: 'circleInvitations',
    path: '/dashboard',
    values: { count: 1 },
  } as const;
  for (let index = 0; index < 200; index += 1)
    await jobs.add(sendMail, { ...mail, to: `member${index}@frens.example` });
  const { worker, mailer } = createMailWorker(services);
  worker.start();
  await expect.poll(() => taken.length, { interval: 5, timeout: 10_000 }).toBe(1);
  const waiters = Array.from({ length: 8 }, (_, index) => `waiter${index}@frens.example`);
  await Promise.all(
    waiters.map((email) => app.visitor().call('POST /api/auth/magic-link', { body: { email } })),
  );
  // The first of the 200 mails is in progress all the time.
  for (let round = 1; round <= rounds; round += 1) {
    const begun = (round * waiters.length) / rounds;
    await expect.poll(() => taken.length, { interval: 5, timeout: 10_000 }).toBe(1 + begun);
    for (const { finish } of taken.slice(1)) finish();
  }
  const reached = taken.map(({ to }) => to).sort();
  expect(reached).toEqual([expect.stringMatching(/^member/), ...waiters]);
  const stopped = worker.stop();
  for (const { finish } of taken) finish();
  await stopped;
  mailer.close();
  await server.close();
  await app.close();
});
