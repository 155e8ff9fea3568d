import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openStore, type SiteStore } from '@frens/compose/store';
import { compositionHeader } from '@frens/contract/client';
import { ApiError } from '@frens/contract/errors';
import { site } from '@frens/contract/site';
import { promoteEmptyPage, publishEmptySite } from '../../shell/compose/src/testing/empty-site.ts';
import { percentilesOf } from '../bench/percentiles.ts';
import { readConfig } from '../src/config.ts';
import { startServices } from '../src/start-services.ts';
import { freePort } from '../src/testing/api-processes.ts';
import { openSession } from '../src/testing/crowds.ts';
import { startMailServer } from '../src/testing/mail-server.ts';
import { photoWithPlace } from '../src/testing/pictures.ts';
import { createServerProcesses, ready } from '../src/testing/server-process.ts';
import { createTestClient, type TestClient } from '../src/testing/test-app.ts';
import { runCommand, thisRelease } from './release.ts';

export interface Soak {
  /** An empty folder for the soak test. */
  folder: string;
  minutes: number;
  members: number;
  /** Total requests per second. */
  perSecond: number;
  say(sentence: string): void;
}

/** The result of a soak test. */
export interface SoakReport {
  requests: number;
  /** Percentiles of all response times, in milliseconds. */
  times: ReturnType<typeof percentilesOf>;
  /** The slowest response of each call that exceeded its goal, in milliseconds. */
  slow: Record<string, number>;
  /** Counts of 5xx and missing responses by call and status, and of other timeouts. */
  failed: Record<string, number>;
  /** The server's memory in MB without mapped files, after warm-up and at the end: each the minimum of one minute. */
  memory: { warm: number; end: number };
  /** Resident pages of mapped files in MB, likewise. They include the data file, so they grow with members' writes. */
  mappedFiles: { warm: number; end: number };
  mails: number;
  promotions: number;
  /** The output of `verify`. */
  verified: string;
}

export const soakGoals = { answerMs: 2_000, memoryRatio: 1.05 };
/** Lazily loaded and cached data is loaded after ten minutes, or a quarter of a short run. */
const warmAfterMs = (minutes: number) => Math.min(10, minutes / 4) * minuteMs;
const promotionsInAll = 12;
const sampleMs = 5_000;
const minuteMs = 60_000;

/** Members read, write, upload and sign in by mail for hours while pages are promoted repeatedly and memory is sampled. */
export async function soak({ folder, minutes, members, perSecond, say }: Soak): Promise<SoakReport> {
  const endsAt = performance.now() + minutes * minuteMs;
  const store = await openStore(await publishEmptySite(folder), site);
  const dataDir = path.join(folder, 'data');
  await mkdir(dataDir);
  const linkFor = new Map<string, (token: string) => void>();
  let mails = 0;
  const mailServer = await startMailServer(({ to, mail }) => {
    mails += 1;
    const [, token] = /\/auth\?token=([\w-]+)/.exec(mail.text ?? '') ?? [];
    if (token !== undefined) linkFor.get(to)?.(token);
  });
  const servers = createServerProcesses();
  const port = await freePort();
  const server = servers.start({
    DATA_DIR: dataDir,
    BACKUP_DIR: path.join(folder, 'backups'),
    SITE_STORE: store.dir,
    SMTP_URL: mailServer.smtpUrl,
    MAIL_FROM: 'soak@frens.example',
    PORT: String(port),
    SEED_DEMO: 'true',
    LOG_LEVEL: 'error',
    // Members send requests for hours without pauses; rate limits are not tested here.
    LIMIT_FACTOR: '100000',
    // As in the files of docs/deploy.
    MALLOC_ARENA_MAX: '2',
    NODE_OPTIONS: '--max-old-space-size=512',
  });
  const url = `http://localhost:${port}`;
  const answers = watchAnswers();
  try {
    await ready(server);
    const photo = await photoWithPlace();
    const people = (await signInBeside(dataDir, members)).map(({ session, ...person }) => {
      const client = createTestClient(url, answers.ask);
      client.cookies.set('sid', session);
      return { ...person, client };
    });
    const ended = () => performance.now() >= endsAt;
    const linkTo = async (email: string, ask: () => Promise<unknown>) => {
      const link = new Promise<string>((resolve) => linkFor.set(email, resolve));
      // If the request is refused, no link is awaited.
      await ask();
      const late = setTimeout(minuteMs, null, { ref: false });
      const token = await Promise.race([link, late]);
      if (token === null) answers.fail('A sign-in link within a minute');
      return token;
    };
    const work = people.map(async (person, index) => {
      await setTimeout((index * 1000) / perSecond);
      for (let turn = index; !ended(); turn += 1) {
        const startedAt = performance.now();
        // A refusal, such as for a message to a member who accepts none, is a valid response; failures are counted where they occur.
        await act(person, turn, { photo, linkTo }).catch(passRefusal);
        const pauseMs = (people.length * 1000) / perSecond - (performance.now() - startedAt);
        if (pauseMs > 0) await setTimeout(pauseMs);
      }
    });
    const promoting = promotePages(store, url, {
      endsAt,
      everyMs: (minutes * minuteMs) / promotionsInAll,
      fail: answers.fail,
    });
    const warmAt = endsAt - minutes * minuteMs + warmAfterMs(minutes);
    const sampling = sampleMemory(server.child.pid, endsAt, (left, megabytes) =>
      say(`${left} min to go, ${megabytes} MB, ${answers.times.length} answers.`),
    );
    const died = server.ended.then((code) => {
      throw new Error(`The server ended with ${code ?? server.child.signalCode}:\n${server.output()}`);
    });
    const [promotions, samples] = await Promise.race([Promise.all([promoting, sampling, ...work]), died]);
    // From here on the server's exit is expected.
    died.catch(() => undefined);
    const least = (what: keyof Memory, from: number) =>
      Math.round(
        Math.min(...samples.filter(({ at }) => at >= from && at < from + minuteMs).map((one) => one[what])),
      );
    const warmAndEnd = (what: keyof Memory) => ({
      warm: least(what, warmAt),
      end: least(what, endsAt - minuteMs),
    });
    server.child.kill('SIGTERM');
    await server.ended;
    return {
      requests: answers.times.length,
      times: percentilesOf(answers.times),
      slow: Object.fromEntries(answers.slow),
      failed: Object.fromEntries(answers.failed),
      memory: warmAndEnd('own'),
      mappedFiles: warmAndEnd('files'),
      mails,
      promotions,
      verified: await runCommand(thisRelease, 'verify', dataDir),
    };
  } finally {
    servers.killAll();
    await mailServer.close();
  }
}

/** Promotes a page again and again, and counts the promotions that responses name in time. */
async function promotePages(
  store: SiteStore,
  url: string,
  { endsAt, everyMs, fail }: { endsAt: number; everyMs: number; fail: (what: string) => void },
): Promise<number> {
  let shown = 0;
  for (let number = 2; performance.now() + everyMs < endsAt; number += 1) {
    await setTimeout(everyMs);
    const live = await promoteEmptyPage(store, String(number));
    if (await isShown(url, live)) shown += 1;
    else fail('A promotion within ten seconds');
  }
  return shown;
}

/** Samples a process's memory, and reports the minutes that are left and its megabytes every five minutes. */
async function sampleMemory(
  pid: number | undefined,
  endsAt: number,
  report: (left: number, megabytes: number) => void,
): Promise<Array<Memory & { at: number }>> {
  const samples: Array<Memory & { at: number }> = [];
  let reportedAt = performance.now();
  while (performance.now() < endsAt) {
    const memory = await readMemory(pid);
    samples.push({ at: performance.now(), ...memory });
    if (performance.now() - reportedAt > 5 * minuteMs) {
      reportedAt = performance.now();
      report(Math.round((endsAt - reportedAt) / minuteMs), Math.round(memory.own));
    }
    await setTimeout(sampleMs);
  }
  return samples;
}

/** The goals that a report misses, as sentences. */
export function missedBy({ slow, failed, memory, verified }: SoakReport): string[] {
  return [
    ...Object.entries(slow).map(([call, ms]) => `${call} took ${Math.round(ms)} ms`),
    ...Object.entries(failed).map(([call, count]) => `${call} failed ${count} times`),
    ...(memory.end > memory.warm * soakGoals.memoryRatio
      ? [`memory grew from ${memory.warm} to ${memory.end} MB`]
      : []),
    ...(verified.includes('sound') ? [] : [verified]),
  ];
}

interface Person {
  client: TestClient;
  id: string;
  email: string;
}

interface Means {
  photo: Uint8Array;
  /** Requests a link and waits for its mail; null when it does not arrive. */
  linkTo(email: string, ask: () => Promise<unknown>): Promise<string | null>;
}

/** A member's next action. Of a hundred turns 80 read, 18 write, one uploads and one signs in by mail. */
async function act({ client, id, email }: Person, turn: number, { photo, linkTo }: Means): Promise<void> {
  const place = (turn * 37) % 100;
  if (place === 0) {
    const image = new Blob([new Uint8Array(photo)], { type: 'image/jpeg' });
    await client.call('POST /api/users/me/image', { upload: { image } });
    return;
  }
  if (place === 1) {
    const token = await linkTo(email, () => client.call('POST /api/auth/magic-link', { body: { email } }));
    if (token !== null) await client.call('POST /api/auth/verify', { body: { token } });
    return;
  }
  const reads = [
    () => client.call('GET /api/home'),
    () => client.call('GET /api/user'),
    () => client.page('GET /api/users', { query: { limit: 20 } }),
    () => client.page('GET /api/users', { query: { q: 'an', limit: 20 } }),
    () => client.page('GET /api/circles', { query: { limit: 20 } }),
    () => client.page('GET /api/pandas', { query: { limit: 20 } }),
    () => client.page('GET /api/notifications'),
    () => client.page('GET /api/connections'),
    () => client.call('GET /api/wallet'),
    () => client.send('GET', '/').then((page) => page.text()),
  ];
  const writes = [
    () => client.call('PATCH /api/users/:id', { params: { id }, body: { bio: `turn ${turn}` } }),
    async () => {
      const [panda] = await client.call('GET /api/pandas', { query: { limit: 1 } });
      if (panda) await client.call('POST /api/stake-bamboo', { body: { pandaId: panda.id, amount: '0.01' } });
    },
    async () => {
      const circle = await client.call('POST /api/circles', { body: { name: `Soak ${turn}` } });
      await client.call('DELETE /api/circles/:id', {
        params: { id: circle.id },
        body: { confirm: circle.name },
      });
    },
    async () => {
      const [friend] = await client.call('GET /api/connections');
      if (!friend) return;
      const params = { id: friend.id };
      await client.call('POST /api/connections/:id/messages', { params, body: { text: `turn ${turn}` } });
    },
  ];
  const acts = place < 20 ? writes : reads;
  await acts[turn % acts.length]?.();
}

function passRefusal(error: unknown): void {
  // `fetch` throws a TypeError when there is no response.
  if (!(error instanceof ApiError || error instanceof TypeError)) throw error;
}

/** Measures every response. Counts 5xx and missing ones, and passes everything on unchanged. */
function watchAnswers() {
  const times: number[] = [];
  const slow = new Map<string, number>();
  const failed = new Map<string, number>();
  const fail = (what: string) => failed.set(what, (failed.get(what) ?? 0) + 1);
  const ask: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    const call = `${init?.method ?? 'GET'} ${pathname.replaceAll(/[0-9a-f]{24}/g, ':id')}`;
    const startedAt = performance.now();
    try {
      const response = await fetch(input, init);
      if (response.status >= 500) fail(`${call} ${response.status} ${await codeOf(response.clone())}`);
      return response;
    } catch (error) {
      fail(`${call} ${String((error as Error).cause ?? error)}`);
      throw error;
    } finally {
      const ms = performance.now() - startedAt;
      times.push(ms);
      if (ms > soakGoals.answerMs) slow.set(call, Math.max(ms, slow.get(call) ?? 0));
    }
  };
  return { times, slow, failed, fail, ask };
}

/** An error response's code. */
const codeOf = async (response: Response) => /"code":"(\w+)"/.exec(await response.text())?.[1] ?? '';

/** Sessions for members of the seeded community, created while the server is running. */
async function signInBeside(dataDir: string, count: number) {
  const variables = { DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'silent' };
  const { services, close } = await startServices(readConfig({ variables }), { beside: true });
  try {
    const members = await services.db.models.User.find({ profileComplete: true }, { email: 1 })
      .limit(count)
      .lean();
    return await Promise.all(
      members.map(async ({ _id, email }) => ({
        id: String(_id),
        email,
        session: await openSession(services, _id),
      })),
    );
  } finally {
    await close();
  }
}

/** A process's resident memory in MB: its own, and pages of mapped files. */
interface Memory {
  own: number;
  files: number;
}

/** Reads it from Linux's `/proc`. */
async function readMemory(pid: number | undefined): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
  return { own: megabytes('RssAnon'), files: megabytes('RssFile') };
}

/** Whether responses name a composition within ten seconds. */
async function isShown(url: string, composition: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`${url}/api/user`).catch(() => null);
    if (answer?.headers.get(compositionHeader) === composition) return true;
    await setTimeout(100);
  }
  return false;
}
