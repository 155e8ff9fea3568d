import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../database/ids.ts';
import { builtProgram } from '../testing/built-program.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** `npm run jobs` in a separate process, on the test's database. */
function jobs(...words: string[]) {
  return promisify(execFile)(process.execPath, [builtProgram('jobs'), ...words], {
    env: { ...process.env, MONGODB_URI: app.databaseUri, NODE_ENV: 'test' },
    timeout: 60_000,
  });
}

it('lists dead jobs without their payload, and retries one', { timeout: 150_000 }, async () => {
  const { Job } = app.services.db.models;
  const now = app.clock.now();
  const job = { kind: 'mail', payload: { to: 'ana@frens.example' }, runAt: now, createdAt: now };
  const dead = { ...job, _id: newId(), attempts: 7, deadAt: now, lastError: 'refused' };
  await Job.create([dead, { ...job, _id: newId() }]);
  const { stdout } = await jobs();
  expect(stdout).toContain('1 jobs wait.');
  expect(stdout).toContain('1 jobs are dead.');
  expect(stdout).toContain(`${String(dead._id)}  mail`);
  expect(stdout).toContain('7 attempts: refused');
  expect(stdout).not.toContain('ana@');

  expect((await jobs('retry', String(dead._id))).stdout).toContain('1 dead jobs will be tried again.');
  expect(await Job.findById(dead._id).lean()).toMatchObject({ deadAt: null, attempts: 0 });
  await expect(jobs('revive')).rejects.toMatchObject({ code: 1 });
});
