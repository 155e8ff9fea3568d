import type { Logger } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { day } from '../clock.ts';
import { openDatabase } from '../database/database.ts';
import { newId } from '../database/ids.ts';
import { keepMigrated } from '../database/keep-migrated.ts';
import { type Migration, migrate } from '../database/migrate.ts';
import { makeLink } from '../resources/address-links/address-links.ts';
import { askForLink } from '../resources/address-links/send-link.ts';
import { createModels, type Models } from '../resources/models.ts';
import { findDifferences } from '../scripts/find-differences.ts';
import { putBaseline } from '../testing/baseline.ts';
import { quizSubmission } from '../testing/factories.ts';
import { startTestApp } from '../testing/test-app.ts';
import { startOwnDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startTestMail } from '../testing/test-mail.ts';
import { migrationPlan } from './index.ts';

let database: TestDatabase;
/** Creates a database for one test. */
async function startDatabase(): Promise<void> {
  database = await startOwnDatabase();
  onTestFinished(database.close);
}

const schema = () => database.db.connection.collection<{ _id: string }>('schema');

describe('the baseline data', () => {
  it('is migrated', async () => {
    await startDatabase();
    const { db: stored } = database.db.connection;
    if (!stored) throw new Error('The connection is open.');
    await putBaseline(stored);
    const db = await openDatabase(database.uri, createModels, migrationPlan);
    await db.close();

    expect(await schema().findOne({ _id: 'schema' })).toMatchObject({
      version: migrationPlan.migrations.at(-1)?.version,
      lease: null,
    });
    const app = await startTestApp({}, { ...database, close: async () => {} });
    expect(await findDifferences(app.services)).toEqual([]);
    const browser = app.visitor();
    await browser.call('POST /api/login', { body: { username: 'demo', password: 'bamboo-grove' } });
    expect(await browser.call('GET /api/connections')).toHaveLength(8);
    const users = await browser.call('GET /api/users');
    expect(users.length).toBeGreaterThan(50);
    const [first] = users;
    const found = await browser.call('GET /api/users', { query: { q: first?.name.toUpperCase() } });
    expect(found.map(({ id }) => id)).toContain(first?.id);
    await app.close();
    for (const model of Object.values(database.db.models)) {
      const { toDrop, toCreate } = await model.diffIndexes();
      expect(toCreate, model.modelName).toEqual([]);
      expect(toDrop, model.modelName).toEqual([]);
    }
  }, 120_000);
});

describe('migration 14', () => {
  it('gives a shared address to the confirmed account, else to the older one', async () => {
    await startDatabase();
    const app = await startTestApp({}, { ...database, close: async () => {} });
    const { AddressLink, Job, User } = database.db.models;
    const panda = await app.member();
    const { pandaId } = await panda.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const join = async (address: string, isConfirmed = false) => {
      app.clock.advance(day);
      const member = await app.member({ email: `${newId().toHexString()}@frens.example` });
      if (isConfirmed) await app.confirm(member);
      await member.call('POST /api/stake-bamboo', { body: { pandaId, amount: '10' } });
      await User.updateOne({ _id: member.id }, { email: address, emailKey: address.toLowerCase() });
      return member;
    };
    const alone = await join('Zoe@bücher.example');
    const [older, newer] = [await join('zoe@münchen.example'), await join('zoe@xn--mnchen-3ya.example')];
    const [typed, confirmed] = [await join('maya@frens.example'), await join('Maya@ｆrens.example', true)];
    const [first, second] = [await join('ana@ｆrens.example', true), await join('ana@frens.example', true)];
    await makeLink(app.services, { purpose: 'sign-in', email: 'zoe@bücher.example' });
    await askForLink(app.services, { purpose: 'sign-in', email: 'zoe@bücher.example', language: 'en' });
    const kept = [AddressLink, Job].map((model) => model.collection);
    const written = { $set: { emailKey: 'zoe@bücher.example' } };
    for (const links of kept) await links.updateMany({ emailKey: 'zoe@xn--bcher-kva.example' }, written);

    const told: unknown[] = [];
    const log = { warn: (accounts: unknown) => void told.push(accounts) };
    const { connection, models } = database.db;
    const step = migrationPlan.migrations.find(({ version }) => version === 14);
    // Safe: nothing else of the log is used.
    for (let times = 0; times < 2; times += 1) await step?.run({ models, connection, log: log as Logger });

    expect(told).toEqual([
      { memberId: newer.id, keptBy: older.id },
      { memberId: typed.id, keptBy: confirmed.id },
      { memberId: second.id, keptBy: first.id },
    ]);
    const stored = new Map((await User.find().lean()).map((user) => [String(user._id), user]));
    const keys = [alone, older, newer, typed, confirmed, first, second].map(({ id }) => {
      const { email, emailKey, emailVerified } = stored.get(id) ?? {};
      return [email, emailKey?.replace(id, 'id'), emailVerified];
    });
    expect(keys).toEqual([
      ['Zoe@bücher.example', 'zoe@xn--bcher-kva.example', false],
      ['zoe@münchen.example', 'zoe@xn--mnchen-3ya.example', false],
      ['', 'freed:id', false],
      ['', 'freed:id', false],
      ['Maya@ｆrens.example', 'maya@frens.example', true],
      ['ana@ｆrens.example', 'ana@frens.example', true],
      ['ana@frens.example', 'shared:ana@frens.example', false],
    ]);
    for (const links of kept)
      expect(await links.countDocuments({ emailKey: 'zoe@xn--bcher-kva.example' })).toBe(1);
    expect(await findDifferences(app.services)).toEqual([]);
    const login = { username: newer.user.username ?? '', password: 'correct horse' };
    expect(await app.visitor().call('POST /api/login', { body: login })).toMatchObject({ email: '' });
    // An account with neither address nor password is entered by its own link, and can set another address.
    const mail = await startTestMail(app);
    await app.visitor().call('POST /api/auth/magic-link', { body: { email: 'ana@frens.example' } });
    const letters = await mail.to('ana@frens.example');
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Your link to Frens',
      'The link to your other account on Frens',
    ]);
    const [ownLink, otherLink] = letters.map(({ text }) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '');
    const enter = (token = '', client = app.visitor()) =>
      client.call('POST /api/auth/verify', { body: { token } });
    expect(await enter(ownLink)).toMatchObject({ user: { id: first.id, email: 'ana@ｆrens.example' } });
    const browser = app.visitor();
    expect(await enter(otherLink, browser)).toMatchObject({
      isNewUser: false,
      passwordRemoved: false,
      user: { id: second.id, email: '', emailVerified: false },
    });
    // Until the new address is confirmed both share the old one, so that a typo locks nobody out.
    const linksSent = async () => {
      await app.visitor().call('POST /api/auth/magic-link', { body: { email: 'ana@frens.example' } });
      return (await mail.to('ana@frens.example')).length;
    };
    const body = { email: 'ana@another.example' };
    await browser.call('PATCH /api/users/:id', { params: { id: second.id }, body });
    const token = await mail.tokenTo('ana@another.example', 'change');
    expect(await linksSent()).toBe(2);
    expect(await browser.call('POST /api/auth/email/change', { body: { token } })).toMatchObject({
      status: 'changed',
      email: 'ana@another.example',
    });
    expect(await linksSent()).toBe(1);
    await mail.close();
    await app.close();
  });
});

describe('migrations', () => {
  const counting = (runs: string[], pauseMs = 0): Migration<Models>[] =>
    [1, 2].map((version) => ({
      version,
      name: `step ${version}`,
      async run() {
        runs.push(`step ${version}`);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      },
    }));

  async function start(
    plan: Migration<Models>[],
    options: { oldestMigrated?: number; readableFrom?: number; leaseMs?: number } = {},
  ) {
    const { connection, models } = database.db;
    await migrate(connection, models, { migrations: plan, oldestMigrated: 0, readableFrom: 2, ...options });
  }

  let fresh: { _id: string };
  beforeAll(async () => {
    database = await startOwnDatabase();
    // Safe: the start wrote it.
    fresh = (await schema().findOne()) as { _id: string };
  });
  beforeEach(async () => {
    await schema().deleteMany({});
    await schema().insertOne(fresh);
  });
  afterAll(() => database.close());

  it('run once, in order, when several processes start together', async () => {
    await schema().deleteMany({});
    const runs: string[] = [];
    const plan = counting(runs, 50);
    await Promise.all([start(plan), start(plan), start(plan)]);
    await start(plan);
    expect(runs).toEqual(['step 1', 'step 2']);
  });

  it('resume where a process died, after its lease has expired', async () => {
    const endsAt = new Date(Date.now() + 400);
    await schema().updateOne(
      { _id: 'schema' },
      { $set: { version: 1, indexes: '', lease: { holder: 'dead', endsAt } } },
    );
    const runs: string[] = [];
    await start(counting(runs));
    expect(runs).toEqual(['step 2']);
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt.getTime());
  });

  it('are retried at the next start after a failure', async () => {
    await schema().deleteMany({});
    const runs: string[] = [];
    const [first, second] = counting(runs);
    if (!first || !second) throw new Error('There are two steps.');
    const failing = { ...second, run: () => Promise.reject(new Error('the disk is full')) };
    await expect(start([first, failing])).rejects.toThrow('the disk is full');
    await start([first, second]);
    expect(runs).toEqual(['step 1', 'step 2']);
  });

  it('let an older release run where the data allows it, and repeat after it', async () => {
    await schema().deleteMany({});
    const runs: string[] = [];
    const plan = counting(runs);
    await start(plan, { readableFrom: 1 });
    const before = plan.slice(0, 1);
    await start(before, { readableFrom: 0 });
    expect(await schema().findOne()).toMatchObject({ version: 1, readableFrom: 1 });
    await start(plan, { readableFrom: 1 });
    expect(runs).toEqual(['step 1', 'step 2', 'step 2']);
    // A migration that removes something ends the option to roll back.
    await schema().deleteMany({});
    await start(plan, { readableFrom: 2 });
    await expect(start(before, { readableFrom: 0 })).rejects.toThrow('Start the newer release again');
  });

  it('refuse newer data and too old data, with a remedy', async () => {
    await schema().updateOne({ _id: 'schema' }, { $set: { version: 9 } });
    await expect(start(counting([]))).rejects.toThrow('Start the newer release again, or restore a backup');
    await schema().updateOne({ _id: 'schema' }, { $set: { version: 1 } });
    const tooOld = start(counting([]), { oldestMigrated: 2 });
    await expect(tooOld).rejects.toThrow('Start a release that has version 2 once, then this one.');
    // From a time before versions.
    await schema().drop();
    await expect(start(counting([]), { oldestMigrated: 2 })).rejects.toThrow('The data is of version 0');
  });

  it.runIf(process.env.LONG)(
    'expand beside an older release, repeat when it has ended, and contract only afterwards',
    async () => {
      await schema().deleteMany({});
      const runs: string[] = [];
      const step = (version: number): Migration<Models> => ({
        version,
        name: `step ${version}`,
        run: async () => void runs.push(`widen ${version}`),
        narrow: async () => void runs.push(`narrow ${version}`),
      });
      const release = (version: number) =>
        openDatabase(database.uri, createModels, {
          migrations: [1, 2].slice(0, version).map(step),
          oldestMigrated: 0,
          readableFrom: 1,
          isShared: true,
          leaseMs: 300,
          narrowAfterMs: 400,
        });
      const older = await release(1);
      await expect.poll(() => runs).toEqual(['widen 1', 'narrow 1']);
      const newer = await release(2);
      expect(runs.slice(2)).toEqual(['widen 2']);
      // Longer than a lease and the rollback period: the older process is still running.
      await new Promise((resolve) => setTimeout(resolve, 900));
      expect(runs.slice(3)).toEqual([]);
      expect(await schema().findOne()).toMatchObject({ version: 1, readableFrom: 1 });
      // And back: the older release starts beside the newer one.
      const another = await release(1);
      await older.close();
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(runs.slice(3)).toEqual([]);
      await another.close();
      await expect.poll(() => runs.slice(3)).toEqual(['widen 2']);
      // A migration runs before its version is written.
      await expect.poll(() => schema().findOne()).toMatchObject({ version: 2, readableFrom: 1 });
      await expect.poll(() => runs.slice(4)).toEqual(['narrow 2']);
      await expect.poll(() => schema().findOne()).toMatchObject({ version: 2, readableFrom: 2 });
      await expect(release(1)).rejects.toThrow('Start the newer release again');
      await newer.close();
      expect(await schema().findOne()).toMatchObject({ processes: {} });
    },
  );

  it('count a dead process as running no longer than its lease', async () => {
    await schema().deleteMany({});
    const runs: string[] = [];
    await start(counting(runs).slice(0, 1), { readableFrom: 0 });
    const endsAt = new Date(Date.now() + 1500);
    await schema().updateOne({ _id: 'schema' }, { $set: { 'processes.dead': { version: 1, endsAt } } });
    const { connection, models } = database.db;
    const leave = await keepMigrated(connection, models, {
      migrations: counting(runs),
      oldestMigrated: 0,
      readableFrom: 0,
      leaseMs: 2000,
    });
    expect(runs).toEqual(['step 1', 'step 2']);
    await expect.poll(() => runs).toEqual(['step 1', 'step 2', 'step 2']);
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt.getTime());
    await leave();
  });
});
