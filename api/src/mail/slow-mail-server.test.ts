import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createMailWorker } from '../resources/mail-worker.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { startTestApp } from '../testing/test-app.ts';
import { sendMail } from './mail-job.ts';

/** A server that takes its time for each mail: a hundredth of the four seconds of a slow one. */
const perMail = 40;

it('sends the links that somebody waits for before 200 mails that wait, however slow the mail server is', async () => {
  const app = await startTestApp();
  const received: string[] = [];
  const server = await startMailServer(async ({ to }) => {
    await setTimeout(perMail);
    received.push(to);
  });
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
  await expect.poll(() => received.length, { interval: 5, timeout: 10_000 }).toBeGreaterThan(0);
  const waiters = Array.from({ length: 8 }, (_, index) => `waiter${index}@frens.example`);
  await Promise.all(
    waiters.map((email) => app.visitor().call('POST /api/auth/magic-link', { body: { email } })),
  );
  const before = received.length;
  await expect
    .poll(() => waiters.filter((email) => received.includes(email)), { interval: 5, timeout: 10_000 })
    .toHaveLength(waiters.length);
  // Measured in mails of the other lane, each of which takes as long: two rounds of links, and what a busy machine adds.
  const behind = received.slice(before).filter((to) => to.startsWith('member'));
  expect(behind.length).toBeLessThan(20);
  await worker.stop();
  mailer.close();
  await server.close();
  await app.close();
});
