import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createRandom } from '@frens/contract/fixtures';
import { publishEmptySite } from '../../shell/compose/src/testing/empty-site.ts';
import { embeddedFolder, serveFolder } from '../src/backup/places.ts';
import { freePort, startServer } from '../src/testing/api-processes.ts';
import { putBaseline } from '../src/testing/baseline.ts';
import { rehearseExchange, rehearseNarrowing } from './rehearse-exchange.ts';
import { buildNextRelease, type Release, runCommand, thisRelease } from './release.ts';
import { Writers } from './writers.ts';

export interface Drill {
  /** An empty folder for the drill. */
  folder: string;
  /** The release to upgrade from; null starts with the baseline data. */
  before: Release | null;
  seed: number;
  /** How often the new release is killed, at seeded random moments. */
  kills: number;
  /** How long members write to each release, in seconds. */
  seconds: number;
  /** The number of writing members. */
  writers: number;
  say(sentence: string): void;
}

/** A process's longest life before a kill, in milliseconds; a start with migrations takes about half of it. */
const longestLife = 3_000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Rehearses a failing upgrade: an older release with data; the new one, killed repeatedly during writes; the older one on the new data;
 * the new one again; exchanges of both during writes; a backup; its restore elsewhere. Compares acknowledged writes after each step, and
 * all totals at the end.
 *
 * @throws naming lost writes, or with a refusal's message
 */
export async function rehearse(drill: Drill): Promise<void> {
  const { folder, before, say } = drill;
  const dataDir = path.join(folder, 'data');
  await mkdir(dataDir);
  const site = await openSite(drill, dataDir);
  if (before) {
    await site.open(before);
    await site.serve(before);
  } else {
    const { db, close } = await serveFolder(embeddedFolder({ dataDir }));
    await putBaseline(db);
    await close();
    await site.killOften(thisRelease);
    await site.open(thisRelease);
  }
  await site.serve(thisRelease, { killed: true });
  if (before) {
    await site.serve(before);
    await site.serve(thisRelease);
  }
  const next = await buildNextRelease(path.join(folder, 'next'));
  const neighbours = before ? { older: before, newer: thisRelease } : { older: thisRelease, newer: next };
  await rehearseExchange(drill, neighbours, site.environment);
  say(await runCommand(thisRelease, 'verify', dataDir));
  const backup = path.join(folder, 'backup');
  say(await runCommand(thisRelease, 'backup', dataDir, '--to', backup, '--check'));
  const elsewhere = path.join(folder, 'elsewhere');
  say(await runCommand(thisRelease, 'restore', elsewhere, '--from', backup));
  say(await runCommand(thisRelease, 'verify', elsewhere));
  const restored = { ...site.environment, DATA_DIR: elsewhere };
  await rehearseNarrowing(drill, { older: thisRelease, newer: next }, restored);
  say(await runCommand(next, 'verify', elsewhere));
}

async function openSite({ folder, seed, kills, seconds, writers: count, say }: Drill, dataDir: string) {
  const random = createRandom(seed);
  const port = await freePort();
  const environment = {
    DATA_DIR: dataDir,
    SITE_STORE: await publishEmptySite(folder),
    // Seeds the previous release; a database with members is left unchanged.
    SEED_DEMO: 'true',
    // Members write without pauses; rate limits are not tested here.
    LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'error',
  };
  const start = ({ programs }: Release) => startServer(path.join(programs, 'server.js'), port, environment);
  const writers = new Writers(`http://localhost:${port}`, count);

  async function killOften(release: Release): Promise<void> {
    for (let kill = 0; kill < kills; kill += 1) {
      const life = random.below(longestLife);
      const server = start(release);
      await wait(life);
      await server.kill();
      say(`${release.name}: killed ${life} ms after its start.`);
    }
  }

  /** Runs a release during some work. */
  async function during(release: Release, work: () => Promise<void>): Promise<void> {
    const server = start(release);
    try {
      await server.ready;
      await work();
    } finally {
      await server.close();
    }
  }

  return {
    environment,
    killOften,
    /** Registers the writing members. */
    open: (release: Release) => during(release, () => writers.join()),
    /** Lets members write to a release, from before its first start until its end, and compares acknowledged writes. */
    async serve(release: Release, { killed = false } = {}): Promise<void> {
      const writing = writers.start();
      try {
        if (killed) await killOften(release);
        await during(release, async () => {
          await wait(seconds * 1000);
          await writing.stop();
          await writers.compare();
        });
      } finally {
        await writing.abandon();
      }
      say(`${release.name}: all that was answered is there, after ${writers.rounds} rounds of writing.`);
    },
  };
}
