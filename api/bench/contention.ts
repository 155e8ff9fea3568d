import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SiteStore } from '@frens/compose/store/site-store';
import { createApp, listenerOf } from '../src/app.ts';
import { newId } from '../src/database/ids.ts';
import { createHttpServer } from '../src/http-server.ts';
import { storeRecounts } from '../src/resources/quotient/recount-panda.ts';
import { findDifferences } from '../src/scripts/find-differences.ts';
import { createSite } from '../src/site/site.ts';
import { type CrowdReport, Crowds, crowdConfig } from '../src/testing/crowds.ts';
import { publishEmptySite } from '../src/testing/empty-site.ts';
import { quizSubmission } from '../src/testing/factories.ts';
import { startTestApp, type TestApp } from '../src/testing/test-app.ts';

// `npm run bench:api -- contention`: how many of each crowd a second, and what a stake costs with 10 and with 20,000
// backers. On embedded-mongo, or on the server that MONGODB_URI names. `--size 20 --backers 2000` for a quicker look.

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '100' },
    backers: { type: 'string', default: '20000' },
  },
});
const backers = Number(values.backers);

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
  const { alone, beside } = await pageBesideSignIns(app);
  console.log(`one page: ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms while 60 members sign in`);
  console.log(`ratio: ${(beside / alone).toFixed(1)}`);
} finally {
  await app.close();
}

function print({ name, answers, perSecond }: CrowdReport): void {
  const told = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  console.log(`${name}: ${told.join(', ')}; ${perSecond} a second`);
}

/** A Panda whose backers were put in directly: what is measured is the next stake. */
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

/** The medians of forty stakes on each of several Pandas, by turns, so that a busy moment meets all of them; in milliseconds. */
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

/** The median of a page, which reads files, in milliseconds: alone, and for as long as sixty passwords are checked. */
async function pageBesideSignIns({ services, visitor }: TestApp) {
  const dir = await mkdtemp(path.join(tmpdir(), 'frens-pages-'));
  const site = createSite({
    store: new SiteStore(await publishEmptySite(dir)),
    brand: services.config.brand,
  });
  const server = createHttpServer(listenerOf(createApp({ ...services, site })), services.config);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // True because the server listens on a port.
  const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const timesUntil = async (isOver: (count: number) => boolean) => {
    const times: number[] = [];
    while (!isOver(times.length)) {
      const startedAt = performance.now();
      const response = await fetch(page);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`The page answered ${response.status}.`);
      times.push(performance.now() - startedAt);
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  };
  const alone = await timesUntil((count) => count === 100);
  let signedIn = false;
  const signIns = Promise.all(
    // Names that nobody has cost the same hashing, and sixty tries of one account would be refused.
    Array.from({ length: 60 }, (_, number) =>
      visitor().send('POST', '/api/login', { body: { username: `nobody${number}`, password: 'guess' } }),
    ),
  ).finally(() => {
    signedIn = true;
  });
  const beside = await timesUntil(() => signedIn);
  for (const { status } of await signIns)
    if (status !== 401) throw new Error(`A sign-in was answered ${status}.`);
  server.closeAllConnections();
  server.close();
  await rm(dir, { recursive: true, force: true });
  return { alone, beside };
}
