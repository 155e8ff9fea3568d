import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../src/database/database.ts';
import { createModels } from '../src/resources/models.ts';
import { startApiProcesses } from '../src/testing/api-processes.ts';
import { openSession } from '../src/testing/crowds.ts';
import { monitored } from '../src/testing/record-commands.ts';
import { startTestApp } from '../src/testing/test-app.ts';
import { cacheFolder, openCommunity } from './community/community-cache.ts';
import { idOf } from './community/shape.ts';
import { compareLists } from './compare-lists.ts';
import { compareWithBare } from './compare-with-bare.ts';
import { measureCrowd } from './measure-crowd.ts';
import { measureRates } from './measure-rates.ts';

// `npm run bench:api` compares the API with a bare Koa route that gives the same response with the fewest commands. It also measures each
// list's responses per second, a crowd's wait for its dashboards, and lists and searches in a large and a small community. Everything
// alternates within one run, so that its ratios are comparable.

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '1000000' },
    folder: { type: 'string', default: cacheFolder },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    samples: { type: 'string', default: '60' },
    only: { type: 'string', default: 'bare,rates,crowd,lists' },
    json: { type: 'string', default: path.join(cacheFolder, 'scale.json') },
  },
});

/** A community and its API. */
export type Site = Awaited<ReturnType<typeof openSite>>;

async function openSite(members: number) {
  const community = await openCommunity(members, values.folder);
  const siteDir = await mkdtemp(path.join(tmpdir(), 'frens-bench-'));
  const api = await startApiProcesses(community.uri, 1, siteDir, { LIMIT_FACTOR: '1000000' });
  const db = await openDatabase(monitored(community.uri), createModels);
  // A second app beside the measured process, whose commands can be monitored.
  const observed = await startTestApp(
    { checkAnswers: false, limitFactor: 1_000_000, logLevel: 'silent' },
    { db, uri: community.uri, close: () => db.close() },
  );
  const cookie = `sid=${await openSession(observed.services, idOf('member', 0))}`;
  return {
    members,
    uri: community.uri,
    url: api.urls[0] ?? '',
    pids: { api: api.pids[0] ?? 0, database: community.pid },
    observed,
    cookie,
    async close() {
      await observed.close();
      await api.close();
      await community.close();
      await rm(siteDir, { recursive: true });
    },
  };
}

/** An API process's resident memory in MB, from its own metrics. */
async function memoryOf({ url }: Site): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const [, bytes] = /^\w*process_resident_memory_bytes(?:{[^}]*})? (\S+)$/m.exec(metrics) ?? [];
  return Math.round(Number(bytes) / 1024 ** 2);
}

const small = await openSite(Number(values.small));
const large = await openSite(Number(values.large));
try {
  const load = { before: loadavg() };
  const isAsked = (part: string) => values.only.split(',').includes(part);
  const seconds = Number(values.seconds);
  const bare = isAsked('bare') ? await compareWithBare(large, Number(values.rounds), seconds) : [];
  const rates = isAsked('rates') ? await measureRates(large, seconds) : [];
  const crowd = isAsked('crowd') ? await measureCrowd(large, Number(values.rounds)) : [];
  const lists = isAsked('lists') ? await compareLists(small, large, Number(values.samples)) : [];
  const memory = { small: await memoryOf(small), large: await memoryOf(large) };
  console.log(`memory: ${memory.small} MB and ${memory.large} MB`);
  const report = { small: small.members, large: large.members, load, bare, rates, crowd, lists, memory };
  await mkdir(path.dirname(values.json), { recursive: true });
  await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
  const bounds = [...bare, ...rates, ...crowd, ...lists];
  const missed = bounds.filter(({ isMet }) => !isMet);
  console.log(`${missed.length} of ${bounds.length} bounds missed; figures in ${values.json}`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await small.close();
  await large.close();
}
