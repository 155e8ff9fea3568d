import type { Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createWorker, type Worker } from '../jobs/worker.ts';
import { exampleMails } from '../testing/example-mails.ts';
import { registration } from '../testing/factories.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import { type Mail, mailNames } from './mail-job.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { renderMail } from './render-mail.ts';

let app: TestApp;
let server: MailServer;
let mailer: Mailer;
let worker: Worker;
let received: Email[] = [];
let refuse = false;

beforeAll(async () => {
  app = await startTestApp();
  server = await startMailServer(({ mail }) => {
    if (refuse) throw new Error('come back later');
    received.push(mail);
  });
  const { config, clock, db, jobs, log } = app.services;
  mailer = createMailer({ ...config, smtpUrl: server.smtpUrl }, clock, (_address, send) => send());
  worker = createWorker({ Job: db.models.Job, jobs, clock, log, handlers: [mailer.handler] });
});
afterAll(async () => {
  mailer.close();
  await server.close();
  await app.close();
});
afterEach(() => {
  received = [];
  refuse = false;
});

const render = (mail: Mail) => {
  const { brand, publicUrl } = app.services.config;
  return renderMail(mail, brand, publicUrl);
};

function register(email: string, language: string) {
  return app.visitor().send('POST', '/api/register', {
    body: registration({ email }),
    headers: { 'Accept-Language': language },
  });
}

describe('the mail to the owner of an address (D7)', () => {
  it('is sent in the owner’s language, as text and HTML, at most once a day', async () => {
    const owner = await app.member({ name: 'Ana <3' });
    await app.services.db.models.User.updateOne({ _id: owner.id }, { language: 'es' });
    await app.confirm(owner);
    expect((await register(owner.user.email, 'en')).status).toBe(409);
    expect((await register(owner.user.email, 'es')).status).toBe(409);
    await worker.runDue();
    expect(received).toHaveLength(1);
    const [mail] = received;
    expect(mail?.to?.[0]?.address).toBe(owner.user.email);
    expect(mail?.from?.name).toBe('Frens');
    expect(mail?.subject).toBe('Ya tienes una cuenta en Frens');
    expect(mail?.text).toContain('Hola, Ana <3:');
    expect(mail?.text).toContain(`${app.services.config.publicUrl.href}auth`);
    expect(mail?.html).toContain('Hola, Ana &#60;3:');
    app.clock.advance(86_400_001);
    await register(owner.user.email, 'en');
    await worker.runDue();
    expect(received.map(({ subject }) => subject)).toEqual([
      'Ya tienes una cuenta en Frens',
      'Ya tienes una cuenta en Frens',
    ]);
  });

  it('is retried with the same message id after a refusal', async () => {
    const owner = await app.member();
    refuse = true;
    await register(owner.user.email, 'en');
    await worker.runDue();
    expect(received).toEqual([]);
    const job = await app.services.db.models.Job.findOne({ kind: 'mail' }).lean();
    expect(job).toMatchObject({ attempts: 1, deadAt: null });
    refuse = false;
    app.clock.advance(60_000);
    await worker.runDue();
    expect(received[0]?.messageId).toContain(String(job?._id));
  });
});

it('supports one-click unsubscribing unless it protects an account (RFC 8058)', async () => {
  for (const name of mailNames) {
    const mail: Mail = { to: 'maya@frens.example', language: 'en', name, ...exampleMails[name], values: {} };
    await mailer.send(mail, name);
    const { headers = [] } = received.at(-1) ?? {};
    const headerOf = (key: string) => headers.find((header) => header.key === key)?.value;
    const stop = mail.stopToken && `<${app.services.config.publicUrl.href}api/unsubscribe/${mail.stopToken}>`;
    expect([name, headerOf('list-unsubscribe')]).toEqual([name, stop]);
    expect(headerOf('list-unsubscribe-post')).toBe(stop && 'List-Unsubscribe=One-Click');
    const isOfSafety = render(mail).html.includes('about the security of your account');
    const wasAskedFor = render(mail).html.includes('because someone gave this address');
    expect([name, stop !== undefined]).toEqual([name, !isOfSafety && !wasAskedFor]);
  }
});

it('has every text in both languages', () => {
  const keysOf = (tree: object): string[] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null ? keysOf(value).map((inner) => `${key}.${inner}`) : [key],
    );
  expect(keysOf(es)).toEqual(keysOf(en));
});
