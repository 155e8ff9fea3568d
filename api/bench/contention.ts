import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { publishEmptySite } from '../../shell/compose/src/testing/empty-site.ts';
import { newId } from '../src/database/ids.ts';
import { storeRecounts } from '../src/resources/quotient/recount-panda.ts';
import { findDifferences } from '../src/scripts/find-differences.ts';
import { freePort, startServer } from '../src/testing/api-processes.ts';
import { builtProgram } from '../src/testing/built-program.ts';
import { type CrowdReport, Crowds, crowdConfig } from '../src/testing/crowds.ts';
import { quizSubmission } from '../src/testing/factories.ts';
import { createTestClient, startTestApp, type TestApp } from '../src/testing/test-app.ts';
import { percentilesOf } from './percentiles.ts';

// `npm run bench:api -- contention`: each crowd's requests per second, and the cost of a stake with 10 and with 20,000 backers. On
// embedded-mongo, or on the server of MONGODB_URI. Use `--size 20 --backers 2000` for a shorter run.

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '100' },
    backers: { type: 'string', default: '20000' },
  },
});
const backers = Number(values.backers);
/** How often each of the sixty visitors tries to sign in, sequentially. */
const signInsEach = 4;

const app = await startTestApp({ ...crowdConfig, checkAnswers: false });
try {
  const crowds = new Crowds(app.services, [app.url], Number(values.size));
  print(await crowds.stakesOnOnePanda());
  print(await crowds.stakesOfOneWallet());
  print(await crowds.withdrawals());
  print(await crowds.joins());
  print(await crowds.patches());
  print(await crowds.registrations());
  print(await crowds.repeats());
  console.log(`verify: ${(await findDifferences(app.services)).length} differences`);
  const pandas = [await pandaWithBackers(app, 10), await pandaWithBackers(app, backers)];
  const [few = 0, many = 0] = await medianStakes(app, pandas);
  console.log(`one stake: ${few.toFixed(1)} ms with 10 backers, ${many.toFixed(1)} ms with ${backers}`);
  console.log(`ratio: ${(many / few).toFixed(2)} (at most 1.20)`);
  if (many > few * 1.2) process.exitCode = 1;
  const { alone, beside, pages } = await pageBesideSignIns();
  console.log('one page alone, in ms:', alone);
  console.log(`one page of ${pages} while 60 members sign in, in ms:`, beside);
  console.log(`ratio of the medians: ${(beside.p50 / alone.p50).toFixed(1)}`);
} finally {
  await app.close();
}

function print({ name, answers, perSecond }: CrowdReport): void {
  const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  console.log(`${name}: ${counts.join(', ')}; ${perSecond} a second`);
}

/** Inserts a Panda's backers directly; only the next stake is measured. */
async function pandaWithBackers({ services, member }: TestApp, count: number): Promise<string> {
  const owner = await member();
  const { pandaId } = await owner.call('POST /api/vibe-quiz', { body: quizSubmission() });
  const { Panda, Stake } = services.db.models;
  const panda = await Panda.findById(pandaId).lean();
  if (!panda) throw new Error('The Panda is not there.');
  const createdAt = services.clock.now();
  for (let done = 0; done < count; done += 1000) {
    const size = Math.min(1000, count - done);
    const stakes = Array.from({ length: size }, () => ({
      _id: newId(),
      pandaId: panda._id,
      stakerId: newId(),
      amount: 100,
      createdAt,
    }));
    await Stake.insertMany(stakes);
  }
  await storeRecounts(services, [panda]);
  return pandaId;
}

/** Medians of forty stakes on each Panda, in milliseconds. Alternates between Pandas, so that other load affects all equally. */
async function medianStakes({ member }: TestApp, pandaIds: readonly string[]): Promise<number[]> {
  const staker = await member();
  const timed = pandaIds.map((pandaId) => ({ pandaId, times: [] as number[] }));
  for (let round = 0; round < 40; round += 1) {
    for (const { pandaId, times } of timed) {
      const startedAt = performance.now();
      await staker.call('POST /api/stake-bamboo', { body: { pandaId, amount: '0.01' } });
      times.push(performance.now() - startedAt);
    }
  }
  return timed.map(({ times }) => times.sort((a, b) => a - b)[20] ?? 0);
}

/** Response times of a page that reads files, on a separate server: alone, and while sixty visitors keep signing in. */
async function pageBesideSignIns() {
  const dir = await mkdtemp(path.join(tmpdir(), 'frens-pages-'));
  const environment = { DATA_DIR: dir, SITE_STORE: await publishEmptySite(dir) };
  const server = startServer(builtProgram('server'), await freePort(), environment);
  try {
    await server.ready;
    const timesUntil = async (isOver: (count: number) => boolean) => {
      const times: number[] = [];
      while (!isOver(times.length)) {
        const startedAt = performance.now();
        const response = await fetch(server.url);
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`The page answered ${response.status}.`);
        times.push(performance.now() - startedAt);
      }
      return times;
    };
    await timesUntil((count) => count === 200);
    const alone = await timesUntil((count) => count === 400);
    let signedIn = false;
    const signIns = Promise.all(
      Array.from({ length: 60 }, async (_, number) => {
        const visitor = createTestClient(server.url);
        for (let count = 0; count < signInsEach; count += 1) {
          // Unknown names cost the same hashing; repeated attempts on one account would be refused.
          const body = { username: `nobody${number}x${count}`, password: 'guess' };
          const { status } = await visitor.send('POST', '/api/login', { body });
          if (status !== 401) throw new Error(`A sign-in was answered ${status}.`);
        }
      }),
    ).finally(() => {
      signedIn = true;
    });
    // Awaited below. Until then an unhandled rejection would end this process and leave its server running.
    signIns.catch(() => {});
    const beside = await timesUntil(() => signedIn);
    await signIns;
    return { alone: percentilesOf(alone), beside: percentilesOf(beside), pages: beside.length };
  } finally {
    await server.close();
    await rm(dir, { recursive: true, force: true });
  }
}
