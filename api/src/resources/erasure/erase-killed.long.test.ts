import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillCommunity } from '../../../bench/community/fill-community.ts';
import { idOf } from '../../../bench/community/shape.ts';
import { openDatabase } from '../../database/database.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { startTestDatabase } from '../../testing/test-database.ts';
import { eraseAccount } from '../account-deletion/erase-job.ts';
import { createModels } from '../models.ts';

/** The number of members who back the first member's Panda and are their friends. */
const backers = 3000;
const memberId = idOf('member', 0);
const pandaId = idOf('panda', 0);
// A query costs in proportion to the members, so poll less often with many. The transaction of a killed process locks its
// documents for a minute.
const times = { timeout: 150_000 + 60 * backers, interval: Math.max(20, backers / 10) };

let app: TestApp;
const children = new Set<ChildProcess>();
beforeAll(
  async () => {
    const database = await startTestDatabase();
    await fillCommunity(database.uri, { members: backers + 100, star: backers });
    const db = await openDatabase(database.uri, createModels);
    app = await startTestApp({}, { db, uri: database.uri, close: () => db.close().then(database.close) });
  },
  60_000 + 30 * backers,
);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await app.close();
});

function startProcess(): ChildProcess {
  const script = path.join(import.meta.dirname, '../../testing/work-process.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, app.databaseUri], { stdio: 'inherit' });
  children.add(child);
  return child;
}
/**
 * Kills a process in the middle of its work; the lease of its job expires. The next attempt may conflict with the transaction left
 * behind; it then fails and is retried after a minute, the first backoff.
 */
async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  await app.services.db.models.Job.updateMany(
    { kind: eraseAccount.name },
    { runAt: new Date(0), lease: null, attempts: 0 },
  );
}

it(
  `erases a member with ${backers} backers and friends, whatever kills the processes that do it`,
  async () => {
    const { Connection, Job, Posting, Stake, User } = app.services.db.models;
    const stakes = () => Stake.countDocuments({ pandaId });
    const friends = () => Connection.countDocuments({ addresseeId: memberId });
    const all = { stakes: await stakes(), accounts: await Stake.countDocuments() };
    expect(all.stakes).toBeGreaterThan(backers * 0.9);
    const eraseAt = new Date(Date.now() - 1000);
    await User.updateOne({ _id: memberId }, { eraseAt });
    await app.services.db.models.Panda.updateOne({ _id: pandaId }, { isHidden: true });
    const payload = { memberId: String(memberId) };
    await app.services.jobs.add(eraseAccount, payload, { runAt: eraseAt, memberId });

    let child = startProcess();
    await expect.poll(stakes, times).toBeLessThan(all.stakes * 0.7);
    await kill(child);
    expect(await stakes()).toBeGreaterThan(0);
    expect(await findDifferences(app.services)).toEqual([]);

    child = startProcess();
    await expect
      .poll(() => Posting.countDocuments({ 'legs.account': `pool:${String(pandaId)}` }), times)
      .toBeLessThan(all.stakes);
    await kill(child);
    expect(await User.exists({ _id: memberId })).not.toBeNull();
    expect(await findDifferences(app.services)).toEqual([]);

    startProcess();
    startProcess();
    await expect.poll(() => User.exists({ _id: memberId }), times).toBeNull();
    await expect.poll(() => Job.countDocuments(), times).toBe(0);
    expect([await stakes(), await friends()]).toEqual([0, 0]);
    expect(await findDifferences(app.services)).toEqual([]);
  },
  10 * times.timeout,
);
