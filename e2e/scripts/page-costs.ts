import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import mongoose from 'mongoose';
import type { Browser } from 'playwright-core';
import { processorMs } from '../../api/src/testing/processor-ms.ts';
import { newPerson, openBrowser } from '../support/browser.ts';
import { addressOf, builtPages } from '../support/pages.ts';
import { freePort, rootDir, temporaryFolder } from '../support/site.ts';
import { buildRevision, type Checkout, defaultBase } from './base-checkout.ts';
import { countCommands, type Exchange, recordExchanges } from './bench-proxies.ts';
import { median } from './median.ts';

// `npm run bench:pages`: server cost per page load, by part, compared with a base commit and with a floor: a bare server that replays the
// same bytes from memory. A browser loads each page cold and warm. Its recorded requests are then replayed without the browser, one part at
// a time, while measuring the CPU time of server and database. Build first.

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: defaultBase },
    members: { type: 'string', default: '60' },
    pages: {
      type: 'string',
      default: '/,/dashboard,/browse,/groups,/privacy-settings,/notifications,/vibe-quiz,/meetups',
    },
    persons: { type: 'string', default: 'visitor,newcomer,member' },
    runs: { type: 'string', default: '1' },
    repeats: { type: 'string', default: '10' },
    json: { type: 'string' },
    each: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(
    'npm run bench:pages -- [--base REVISION|none] [--members 60,100000] [--pages /,/browse|all] [--persons visitor,newcomer,member] [--runs 1] [--repeats 10] [--json FILE] [--each]\n\nA page takes some 12 seconds for each person and build: two pages with a base commit three minutes, the eight of the default ten.',
  );
  process.exit(0);
}
const repeats = Number(values.repeats);
const demoSize = 60;
/** Wait after the last request, in milliseconds: the browser has finished prefetching by then. */
const quietMs = 3_000;

const parts = ['html', 'files', 'api', 'reports'] as const;
type Part = (typeof parts)[number];
function partOf({ url }: Exchange): Part {
  if (url.startsWith('/api/composition/')) return 'reports';
  if (/^\/(api|media)\//.test(url)) return 'api';
  return /^\/(shell|remotes)\/|\.\w+$/.test(url) ? 'files' : 'html';
}

/** Cost of one page load: CPU milliseconds, and counts. */
type Cost = Record<Part | 'all' | 'floor' | 'calls' | 'commands' | 'waves' | 'kB', number>;

const running: ChildProcess[] = [];

/** Starts a program; resolves with the first match of a pattern in its output. */
function start(args: string[], cwd: string, pattern: RegExp, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  return new Promise<{ pid: number; said: string; stop(): Promise<void> }>((resolve, reject) => {
    const hear = (chunk: unknown) => {
      output += String(chunk);
      const [said] = pattern.exec(output) ?? [];
      if (said === undefined) return;
      const ended = new Promise<void>((done) => child.once('exit', () => done()));
      const stop = () => (child.kill(), ended);
      resolve({ pid: child.pid ?? 0, said, stop });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(output)));
  });
}

/** Starts a build on its own community, with recording proxies to server and database. */
async function serve({ dir }: Checkout, members: number, folder: string) {
  const isDemo = members === demoSize;
  const name = isDemo ? 'frens' : `frens-bench-${members}`;
  // A base commit fills its own database.
  const communities = path.resolve(dir, (dir === rootDir && process.env.BENCH_DIR) || '.cache/bench');
  if (!isDemo)
    execFileSync(
      process.execPath,
      ['--import', 'tsx', 'api/bench/bench.ts', 'fill', '--members', String(members)],
      { cwd: dir, env: { ...process.env, BENCH_DIR: communities }, stdio: 'inherit' },
    );
  const dataDir = isDemo ? path.join(folder, 'db') : path.join(communities, `community-${members}`, 'db');
  const cli = ['api/embedded-mongo/bin/embedded-mongo.js', '--data', dataDir, '--port', '0'];
  const database = await start(cli, dir, /mongodb:\/\/\S+/);
  const commands = await countCommands(new URL(database.said));
  const port = await freePort();
  const server = await start(['api/dist/server.js'], dir, /is ready on/, {
    PORT: String(port),
    MONGODB_URI: `mongodb://localhost:${commands.port}/${name}?directConnection=true`,
    SITE_STORE: path.join(dir, 'dist'),
    SEED_DEMO: String(isDemo),
    LIMIT_FACTOR: '1000000',
  });
  const recorder = await recordExchanges(port);
  const connection = await mongoose.createConnection(database.said.replace('/?', `/${name}?`)).asPromise();

  /** Creates a session without a password, as the API would. */
  async function sessionOf(username: string): Promise<string> {
    const user = await connection.collection('users').findOne({ username });
    const token = randomBytes(32).toString('base64url');
    const [now, later] = [new Date(), new Date(Date.now() + 86_400_000)];
    await connection.collection<{ _id: string; [field: string]: unknown }>('sessions').insertOne({
      _id: createHash('sha256').update(token).digest('hex'),
      userId: user?._id,
      browser: null,
      createdAt: now,
      lastSeenAt: now,
      endsAt: later,
      idleEndsAt: later,
    });
    return token;
  }
  async function join(): Promise<string> {
    const username = `new${randomBytes(4).toString('hex')}`;
    const answer = await fetch(`http://localhost:${port}/api/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        username,
        email: `${username}@frens.example`,
        password: 'a long walk home',
        name: 'Newcomer',
        age: 30,
        gender: 'female',
        lookingFor: 'everyone',
      }),
    });
    return /sid=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
  }
  return {
    port,
    origin: `http://localhost:${recorder.port}`,
    recorder,
    commands,
    pids: [server.pid, database.pid],
    cookies: {
      visitor: '',
      newcomer: await join(),
      member: await sessionOf(isDemo ? 'demo' : 'bench0'),
    } as Record<string, string>,
    async stop() {
      recorder.close();
      await connection.close();
      await server.stop();
      commands.close();
      await database.stop();
    },
  };
}
type Served = Awaited<ReturnType<typeof serve>>;

/** Opens a page cold and then warm, in a fresh browser profile. */
async function open(
  browser: Browser,
  { port, origin, recorder, cookies }: Served,
  person: string,
  address: string,
) {
  // Warms the render cache: a server in use has prerendered the page with its public data.
  if (person === 'visitor') {
    await fetch(`http://localhost:${port}${address}`, { headers: { accept: 'text/html' } });
    await setTimeout(quietMs);
  }
  const { page, context } = await newPerson(browser, origin);
  const cookie = cookies[person];
  if (cookie) await context.addCookies([{ name: 'sid', value: cookie, url: origin }]);
  const openings: Exchange[][] = [];
  try {
    for (const _ of ['cold', 'warm']) {
      recorder.take();
      let lastAt = Date.now();
      context.on('request', () => (lastAt = Date.now()));
      await page.goto(address);
      await page.locator('main h1').first().waitFor();
      while (Date.now() - lastAt < quietMs) await page.waitForTimeout(100);
      // Triggers the visit's final report.
      await page.goto('about:blank');
      await page.waitForTimeout(500);
      openings.push(recorder.take());
    }
  } finally {
    await context.close();
  }
  return openings;
}

const agent = new http.Agent({ keepAlive: true });
function send(port: number, { method, url, headers, body }: Exchange): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request({ agent, port, host: 'localhost', method, path: url, headers }, (answer) => {
      answer.resume();
      answer.on('end', resolve);
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Replays the requests of a page load several times. @returns CPU milliseconds per replay */
async function sendAgain(
  port: number,
  pids: readonly number[],
  exchanges: readonly Exchange[],
): Promise<number> {
  if (exchanges.length === 0) return 0;
  const before = processorMs(...pids);
  for (let turn = 0; turn < repeats; turn += 1) for (const exchange of exchanges) await send(port, exchange);
  return (processorMs(...pids) - before) / repeats;
}

/** Prints the most expensive requests of a page load. */
async function printDearest(exchanges: readonly Exchange[], { port, pids }: Served): Promise<void> {
  const costs: Array<[ms: number, name: string]> = [];
  for (const exchange of exchanges)
    costs.push([await sendAgain(port, pids, [exchange]), `${exchange.method} ${exchange.url}`]);
  for (const [ms, name] of costs.toSorted(([one], [other]) => other - one).slice(0, 12))
    console.log(`${ms.toFixed(1).padStart(8)} ms  ${name}`);
}

async function costOf(exchanges: readonly Exchange[], served: Served, folder: string): Promise<Cost> {
  const file = path.join(folder, 'floor.json');
  const kept = exchanges.map(({ method, url, status, answerHeaders, answer }) => ({
    key: `${method} ${url}`,
    status,
    headers: answerHeaders,
    body: answer.toString('base64'),
  }));
  await writeFile(file, JSON.stringify(kept));
  const floor = await start([path.join(import.meta.dirname, 'floor-server.js'), file], rootDir, /http:\S+/);
  const floorPort = Number(new URL(floor.said).port);
  await sendAgain(floorPort, [floor.pid], exchanges);
  const cost: Partial<Cost> = { floor: await sendAgain(floorPort, [floor.pid], exchanges) };
  await floor.stop();
  // Warm-up: the first requests of a kind cost twice as much, until the JIT has compiled their code.
  await sendAgain(served.port, [], exchanges);
  for (const part of parts) {
    const ofPart = exchanges.filter((one) => partOf(one) === part);
    cost[part] = await sendAgain(served.port, served.pids, ofPart);
  }
  if (values.each) await printDearest(exchanges, served);
  const calls = exchanges.filter((one) => partOf(one) === 'api' && one.url.startsWith('/api/'));
  served.commands.take();
  for (const call of calls) await send(served.port, call);
  const all = parts.reduce((sum, part) => sum + (cost[part] ?? 0), 0);
  const bytes = exchanges.reduce((sum, { answer }) => sum + answer.length, 0);
  // Safe: every figure is set.
  return { ...cost, all, calls: calls.length, ...served.commands.take(), kB: bytes / 1000 } as Cost;
}

/** The ratio to the base commit, marked if it misses the goal. */
function beside(name: string, ratio: number, calls: number): string {
  const isHome = name.startsWith('/dashboard');
  const isMet = ratio <= (isHome ? 0.25 : 0.5) && (!isHome || calls <= 5);
  return ratio.toFixed(2) + (isMet ? '' : ' MISSED');
}

const folder = await temporaryFolder();
const browser = await openBrowser();
const results: Record<string, unknown>[] = [];
try {
  const builds: Checkout[] = [{ name: 'this', dir: rootDir }];
  if (values.base !== 'none') builds.push(await buildRevision(values.base));
  console.log(
    `load before: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  for (const members of values.members.split(',').map(Number)) {
    const costs = new Map<string, Map<string, Cost[]>>();
    for (const build of builds) {
      const own = path.join(folder.dir, `${build.name}-${members}`);
      await mkdir(own, { recursive: true });
      const served = await serve(build, members, own);
      const paths = values.pages === 'all' ? (await builtPages()).map((page) => page) : undefined;
      const addresses = paths
        ? await Promise.all(paths.map((page) => addressOf(page, served.origin)))
        : values.pages.split(',');
      for (let run = 0; run < Number(values.runs); run += 1)
        for (const person of values.persons.split(','))
          for (const address of addresses) {
            const openings = await open(browser, served, person, address);
            for (const [place, state] of ['cold', 'warm'].entries()) {
              const name = `${address} ${person} ${state}`;
              const ofBuilds = costs.get(name) ?? new Map<string, Cost[]>();
              costs.set(name, ofBuilds);
              const cost = await costOf(openings[place] ?? [], served, own);
              ofBuilds.set(build.name, [...(ofBuilds.get(build.name) ?? []), cost]);
            }
          }
      await served.stop();
    }
    const rows: Record<string, Record<string, number | string>> = {};
    for (const [name, ofBuilds] of costs) {
      const figure = (build: string, what: keyof Cost) =>
        median((ofBuilds.get(build) ?? []).map((cost) => cost[what]));
      for (const { name: build } of builds) {
        const all = figure(build, 'all');
        rows[`${name} ${build}`] = {
          ...Object.fromEntries(
            ([...parts, 'all', 'calls', 'commands', 'waves', 'kB'] as const).map((what) => [
              what,
              Number(figure(build, what).toFixed(1)),
            ]),
          ),
          'to floor': (all / Math.max(figure(build, 'floor'), 0.1)).toFixed(1),
          'to base':
            build === 'this' && builds[1]
              ? beside(name, all / figure(builds[1].name, 'all'), figure(build, 'calls'))
              : '',
        };
      }
    }
    console.log(`\n${members} members, median of ${values.runs}, milliseconds of the processor`);
    console.table(rows);
    results.push({ members, rows });
  }
  console.log(
    `load after: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  if (values.json) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`);
} finally {
  for (const child of running) child.kill();
  await browser.close();
  await folder.remove();
  await rm(path.join(folder.dir), { recursive: true, force: true });
}
