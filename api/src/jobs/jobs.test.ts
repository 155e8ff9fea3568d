import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { JobKind } from './queue.ts';
import { createWorker, handler, type Progress } from './worker.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.services.db.models.Job.deleteMany({}));

const note: JobKind<{ text: string }> = {
  name: 'note',
  payload: z.object({ text: z.string() }),
  retryAfter: [60_000, 300_000],
};

function workerFor(run: (payload: { text: string }) => Promise<Progress>) {
  const { db, jobs, clock, log } = app.services;
  const handlers = [handler(note, run)];
  // It does not poll during a test: every job it runs was announced.
  return createWorker({ Job: db.models.Job, jobs, clock, log, handlers, pollEveryMs: 3_600_000 });
}

describe('the job queue', () => {
  it('starts jobs added in a transaction at once, and never those rolled back', async () => {
    const { db, jobs } = app.services;
    const done: string[] = [];
    const worker = workerFor(async ({ text }) => void done.push(text));
    worker.start();
    const failed = db.transaction(async () => {
      await jobs.add(note, { text: 'rolled back' });
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await db.transaction(() => jobs.add(note, { text: 'committed' }));
    await expect.poll(() => done, { timeout: 5000 }).toEqual(['committed']);
    await worker.stop();
    expect(await db.models.Job.countDocuments()).toBe(0);
  });

  it('retries with backoff, then gives up and keeps the error', async () => {
    const { db, jobs } = app.services;
    let runs = 0;
    const worker = workerFor(() => {
      runs += 1;
      return Promise.reject(new Error('no line'));
    });
    await jobs.add(note, { text: 'in vain' });
    await worker.runDue();
    app.clock.advance(59_000);
    expect(await worker.runDue()).toBe(0);
    app.clock.advance(1000);
    await worker.runDue();
    app.clock.advance(300_000);
    await worker.runDue();
    app.clock.advance(86_400_000);
    expect(await worker.runDue()).toBe(0);
    expect(runs).toBe(3);
    expect(await db.models.Job.findOne().lean()).toMatchObject({ attempts: 3, lastError: 'no line' });
    expect((await db.models.Job.findOne().lean())?.deadAt).toBeInstanceOf(Date);
  });

  it('revives a dead job when it is added again', async () => {
    const { db, jobs } = app.services;
    let isAway = true;
    const told: string[] = [];
    const worker = workerFor(async ({ text }) => {
      if (isAway) throw new Error('no line');
      told.push(text);
    });
    await jobs.add(note, { text: 'first' }, { onceFor: 'somebody' });
    for (const wait of [0, ...note.retryAfter]) {
      app.clock.advance(wait);
      await worker.runDue();
    }
    expect((await db.models.Job.findOne().lean())?.deadAt).toBeInstanceOf(Date);
    isAway = false;
    await jobs.add(note, { text: 'again' }, { onceFor: 'somebody' });
    await jobs.add(note, { text: 'once' }, { onceFor: 'somebody' });
    await worker.runDue();
    expect(told).toEqual(['again']);
    expect(await db.models.Job.countDocuments()).toBe(0);
  });

  it('keeps only the codes of a mail server’s error, which quotes addresses', async () => {
    const { db, jobs } = app.services;
    const refused = Object.assign(new Error('550 5.1.1 <maya@mail.example>: unknown'), {
      code: 'EENVELOPE',
      responseCode: 550,
      command: 'RCPT TO',
    });
    await jobs.add(note, { text: 'refused' });
    await workerFor(() => Promise.reject(refused)).runDue();
    expect(await db.models.Job.findOne().lean()).toMatchObject({ lastError: 'Error EENVELOPE 550' });
    expect(app.logged).toContainEqual(
      expect.objectContaining({ err: expect.objectContaining({ code: 'EENVELOPE', responseCode: 550 }) }),
    );
    expect(JSON.stringify(app.logged)).not.toContain('maya@mail.example');
  });

  it('waits for the running job only as long as told, and leaves it to be restarted', async () => {
    const { db, jobs } = app.services;
    const begun: string[] = [];
    const hanging = workerFor(({ text }) => {
      begun.push(text);
      return new Promise(() => {});
    });
    hanging.start();
    await jobs.add(note, { text: 'silent server' });
    await expect.poll(() => begun).toEqual(['silent server']);
    await hanging.stop(20);
    app.clock.advance(60_000);
    expect(await workerFor(({ text }) => Promise.resolve(void begun.push(text))).runDue()).toBe(1);
    expect(begun).toEqual(['silent server', 'silent server']);
    expect(await db.models.Job.countDocuments()).toBe(0);
  });

  it('runs other jobs between parts of long work, and resets its attempts on progress', async () => {
    const { db, jobs } = app.services;
    const order: string[] = [];
    let parts = 0;
    const worker = workerFor(({ text }) => {
      order.push(text);
      if (text !== 'long') return Promise.resolve(undefined);
      parts += 1;
      app.clock.advance(1);
      if (parts === 2) return Promise.reject(new Error('no line'));
      return Promise.resolve(parts < 5 ? 'unfinished' : undefined);
    });
    await jobs.add(note, { text: 'long' });
    app.clock.advance(1);
    await jobs.add(note, { text: 'short' });
    await worker.runDue();
    expect(order).toEqual(['long', 'short', 'long']);
    expect(await db.models.Job.findOne().lean()).toMatchObject({ attempts: 1, lastError: 'no line' });
    app.clock.advance(60_000);
    await worker.runDue();
    expect(order.filter((text) => text === 'long')).toHaveLength(5);
    expect(await db.models.Job.countDocuments()).toBe(0);
  });

  it('runs one lane while another waits for a silent server', async () => {
    const { db, jobs, clock, log } = app.services;
    const mail: JobKind<{ text: string }> = { ...note, name: 'to-send', lane: 'mail' };
    const done: string[] = [];
    const worker = createWorker({
      Job: db.models.Job,
      jobs,
      clock,
      log,
      pollEveryMs: 3_600_000,
      handlers: [
        handler(mail, () => new Promise(() => {})),
        handler(note, async ({ text }) => void done.push(text)),
      ],
    });
    worker.start();
    for (let count = 0; count < 3; count += 1) await jobs.add(mail, { text: 'silent server' });
    await expect.poll(() => db.models.Job.countDocuments({ attempts: 1 })).toBe(1);
    await jobs.add(note, { text: 'erasure' });
    await expect.poll(() => done, { timeout: 5000 }).toEqual(['erasure']);
    expect(await db.models.Job.countDocuments({ attempts: { $gt: 0 } })).toBe(1);
    await worker.stop(20);
  });

  it('runs due jobs, retries and takes over leases in time when the clock is set back', async () => {
    const { db, jobs } = app.services;
    const done: string[] = [];
    const worker = workerFor(async ({ text }) => {
      done.push(text);
      if (done.length === 1) throw new Error('no line');
    });
    await jobs.add(note, { text: 'failing' });
    await worker.runDue();
    await jobs.add(note, { text: 'at once' });
    await jobs.add(note, { text: 'on a day' }, { runAt: new Date(app.clock.now().getTime() + 3_600_000) });
    await db.models.Job.create({
      kind: 'note',
      payload: { text: 'of a dead process' },
      attempts: 1,
      lease: 'somebody',
      runAt: new Date(app.clock.now().getTime() + 60_000),
      createdAt: app.clock.now(),
    });
    app.clock.advance(-2 * 3_600_000);
    await worker.runDue();
    expect(done).toEqual(['failing', 'at once']);
    app.clock.advance(60_000);
    await worker.runDue();
    expect(done.slice(2)).toEqual(['of a dead process']);
    app.clock.advance(240_000);
    await worker.runDue();
    expect(done.slice(3)).toEqual(['failing']);
    app.clock.advance(3 * 3_600_000);
    await worker.runDue();
    expect(done.slice(4)).toEqual(['on a day']);
  });

  it('leaves kinds of a newer version alone', async () => {
    await app.services.jobs.add({ ...note, name: 'unheard-of' }, { text: 'later' });
    expect(await workerFor(() => Promise.resolve()).runDue()).toBe(0);
  });
});

describe('several processes', () => {
  const children = new Set<ChildProcess>();
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  /** A process that works on the queue; each output line is the text of a job that it starts. */
  function startProcess(mode: string, onText: (text: string) => void): ChildProcess {
    const script = path.join(import.meta.dirname, '../testing/job-process.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', script, app.databaseUri, mode], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.add(child);
    createInterface({ input: child.stdout }).on('line', onText);
    return child;
  }

  it.runIf(process.env.LONG)('run each job once, and take over the job of a killed process', async () => {
    const begun: string[] = [];
    const { jobs } = app.services;
    // The processes use the system's clock, so these jobs do, too.
    const runAt = new Date(Date.now() - 1000);
    await jobs.add(note, { text: 'held' }, { runAt });
    const killed = startProcess('hang', (text) => begun.push(text));
    await expect.poll(() => begun, { timeout: 20_000 }).toEqual(['held']);
    killed.kill('SIGKILL');

    const texts = Array.from({ length: 40 }, (_, number) => `job ${number}`);
    for (const text of texts) await jobs.add(note, { text }, { runAt });
    const done: string[] = [];
    startProcess('work', (text) => done.push(text));
    startProcess('work', (text) => done.push(text));
    await expect.poll(() => done.length, { timeout: 30_000 }).toBe(41);
    expect(done.sort()).toEqual([...texts, 'held'].sort());
    await expect.poll(() => app.services.db.models.Job.countDocuments(), { timeout: 5000 }).toBe(0);
  });
});
