import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, onTestFailed } from 'vitest';
import { quizSubmission } from '../src/testing/factories.ts';
import { startTestApp } from '../src/testing/test-app.ts';
import { rehearse } from './rehearse-upgrade.ts';
import { Writers } from './writers.ts';

let folder = '';
afterEach(() => rm(folder, { recursive: true, force: true }));

it('migrates the baseline data while the server is killed, then writes under kills, backs up and restores', async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'frens-drill-'));
  const seed = Date.now() % 100_000;
  const said: string[] = [];
  onTestFailed(() => console.info(`Seed ${seed}\n${said.join('\n')}`));
  await rehearse({
    folder,
    before: null,
    seed,
    kills: 2,
    seconds: 1,
    writers: 3,
    say: (sentence) => said.push(sentence),
  });
  expect(said.filter((sentence) => sentence.includes('killed'))).toHaveLength(8);
  expect(said.filter((sentence) => sentence.includes('exchanged over'))).toHaveLength(2);
  expect(said.filter((sentence) => sentence.includes('widened again'))).toHaveLength(1);
  expect(said.filter((sentence) => sentence === 'Ledger, totals and search are sound.')).toHaveLength(3);
}, 420_000);

it('reports acknowledged writes that were lost', async () => {
  const app = await startTestApp({ limitFactor: 1000 });
  const writers = new Writers(app.url, 2);
  const owner = await app.member();
  await owner.call('POST /api/vibe-quiz', { body: quizSubmission() });
  await writers.join();
  const writing = writers.start();
  await expect.poll(() => writers.rounds).toBeGreaterThan(4);
  await writing.stop();
  await writers.compare();
  await app.services.db.models.User.updateMany({ username: /^drill0/ }, { bio: 'older' });
  await expect(writers.compare()).rejects.toThrow(/drill0\w+: bio is "older", answered was "note \d+"/);
  await app.close();
});
