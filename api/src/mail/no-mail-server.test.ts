import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMailWorker } from '../resources/mail-worker.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let server: MailServer;
const subjects: Array<string | undefined> = [];
beforeAll(async () => {
  app = await startTestApp();
  server = await startMailServer(({ mail }) => void subjects.push(mail.subject));
});
afterAll(async () => {
  await server.close();
  await app.close();
});

/** Runs due jobs like a process in production. */
async function runDue(smtpUrl: string | null): Promise<void> {
  const config = { ...app.services.config, production: true, smtpUrl };
  const { worker, mailer } = createMailWorker({ ...app.services, config });
  await worker.runDue();
  mailer.close();
}

const day = 86_400_000;

it('queues mails until there is a mail server, and then drops expired links', async () => {
  const { Job } = app.services.db.models;
  // Requests a link that lasts a day, and one that lasts a quarter of an hour.
  const maya = await app.member();
  await maya.call('POST /api/auth/magic-link', { body: { email: maya.user.email } });
  for (let days = 0; days < 3; days += 1) {
    await runDue(null);
    app.clock.advance(day / 2);
  }
  const waiting = await Job.find().lean();
  expect(waiting.map(({ kind, attempts, deadAt }) => ({ kind, attempts, deadAt }))).toEqual([
    { kind: 'address-link', attempts: 0, deadAt: null },
    { kind: 'sign-in-link', attempts: 0, deadAt: null },
  ]);
  expect(app.logged.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  await runDue(server.smtpUrl);
  expect(subjects).toHaveLength(1);
  expect(await Job.countDocuments()).toBe(0);
});

it('refuses calls that need an immediate link, with a message', async () => {
  const maya = await app.member();
  const confirmed = await app.member();
  await app.confirm(confirmed);
  await app.services.db.models.Job.deleteMany({});
  const { config } = app.services;
  const before = { ...config };
  Object.assign(config, { production: true, smtpUrl: null });
  const body = { email: maya.user.email };
  const refused = { status: 503, code: 'mail_unavailable' };
  await expect(maya.call('POST /api/auth/magic-link', { body })).rejects.toMatchObject(refused);
  await expect(maya.call('POST /api/auth/password/forgot', { body })).rejects.toMatchObject(refused);
  await expect(maya.call('POST /api/account/confirmation')).rejects.toMatchObject(refused);
  const change = { params: { id: confirmed.id }, body: { name: 'Ana', email: 'ana@example.org' } };
  await expect(confirmed.call('PATCH /api/users/:id', change)).rejects.toMatchObject(refused);
  Object.assign(config, before);
  expect(await confirmed.call('GET /api/user')).toMatchObject({
    name: confirmed.user.name,
    pendingEmail: null,
  });
  expect(await app.services.db.models.Job.countDocuments()).toBe(0);
});
