import { spawn, spawnSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contract } from '@frens/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { publishEmptySite } from '../../shell/compose/src/testing/empty-site.ts';
import { rootDir } from './environment.ts';
import { startReverseProxy } from './testing/reverse-proxy.ts';
import { createServerProcesses, ready } from './testing/server-process.ts';
import { createTestClient } from './testing/test-app.ts';

let dataDir: string;
let siteStore: string;
const servers = createServerProcesses();
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'frens-server-'));
  siteStore = await publishEmptySite(dataDir);
});
afterEach(() => servers.killAll());
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Starts the server like an operator, on this test's files. */
const start = (environment: Record<string, string>, ...options: string[]) =>
  servers.start({ DATA_DIR: dataDir, SITE_STORE: siteStore, ...environment }, ...options);

async function takePort(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  // Safe: the server listens on a port.
  return { server, port: (server.address() as AddressInfo).port };
}

async function freePort(): Promise<number> {
  const { server, port } = await takePort();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** Sends requests continuously with this concurrency; any status but 200 is a failure. */
function startLoad(url: string, atOnce: number) {
  const load = new AbortController();
  let count = 0;
  const failures: string[] = [];
  const loops = Array.from({ length: atOnce }, async () => {
    while (!load.signal.aborted) {
      const answer = await fetch(`${url}/healthz`);
      const text = await answer.text();
      if (answer.status !== 200) failures.push(`${answer.status} ${text}`);
      count += 1;
    }
  });
  return {
    /** Resolves after this many more responses. */
    async answered(more: number) {
      const goal = count + more;
      await expect.poll(() => count, { timeout: 20_000 }).toBeGreaterThan(goal);
    },
    async stop() {
      load.abort();
      await Promise.all(loops);
      return failures;
    },
  };
}

async function everythingFrom(socket: Socket): Promise<string> {
  let said = '';
  for await (const chunk of socket) said += String(chunk);
  return said;
}

describe('the server', () => {
  it('starts, prints its greeting, keeps its data over a restart, and stops on a signal', async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const noted = path.join(siteStore, 'api/live.json');
    await mkdir(path.dirname(noted), { recursive: true });
    await writeFile(noted, '{"calls":["GET /api/gone"]}');
    const first = start({ PORT: String(port), SEED_DEMO: 'true', SITE_NAME: 'Groves' });
    await ready(first);
    // The record against which publications are checked.
    expect(JSON.parse(await readFile(noted, 'utf8')).calls).toEqual(Object.keys(contract));
    expect(first.output()).toContain(`Groves is ready on ${url}`);
    expect(first.output()).toContain('demo / bamboo-grove');
    expect(first.output()).toContain(dataDir);
    const demo = createTestClient(url);
    await demo.call('POST /api/login', { body: { username: 'demo', password: 'bamboo-grove' } });
    const circle = await demo.call('POST /api/circles', { body: { name: 'Still here' } });
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = start({ PORT: String(port), SEED_DEMO: 'true' });
    await ready(second);
    expect(second.output()).not.toContain('was filled');
    expect(await demo.call('GET /api/circles', { query: { q: 'Still here' } })).toEqual([circle]);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
  });

  it.runIf(process.env.LONG)('closes its database even when stopped right after the start', async () => {
    const port = await freePort();
    const dir = await mkdtemp(path.join(dataDir, 'early-'));
    const run = start({ PORT: String(port), DATA_DIR: dir });
    const answers = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, 'localhost', () => resolve(true)).once('error', () => resolve(false));
        socket.once('connect', () => socket.destroy());
      });
    // Without `ready`, which polls: the very first moment matters.
    while (run.child.exitCode === null && !(await answers()));
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    expect(await readdir(path.join(dir, 'db'))).not.toContain('embedded-mongo.sock');
  });

  it('finishes open requests before it stops (D54)', async () => {
    const port = await freePort();
    const run = start({ PORT: String(port) });
    await ready(run);
    const body = JSON.stringify({ username: 'nobody', password: 'x' });
    const socket = connect(port, 'localhost');
    socket.write(
      `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.slice(0, 5));
    // The rest of this request is sent while the server stops.
    const late = connect(port, 'localhost');
    late.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
    const isListening = () =>
      createTestClient(`http://localhost:${port}`)
        .send('GET', '/healthz')
        .then(
          () => true,
          () => false,
        );
    // This response comes after the other request has arrived, so the server is working on that one.
    expect(await isListening()).toBe(true);
    run.child.kill('SIGTERM');
    await expect.poll(isListening, { timeout: 5000 }).toBe(false);
    late.write('\r\n');
    expect(await everythingFrom(late)).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/);
    socket.write(body.slice(5));
    expect(await everythingFrom(socket)).toMatch(/^HTTP\/1\.1 401 [^]*\r\nConnection: close\r\n/);
    expect(await run.ended).toBe(0);
  });

  it.runIf(process.env.LONG)('is not ready while its store is empty, and recovers', async () => {
    const dir = await mkdtemp(path.join(dataDir, 'moved-'));
    const store = await publishEmptySite(dir);
    const port = await freePort();
    await ready(start({ PORT: String(port), DATA_DIR: path.join(dir, 'data'), SITE_STORE: store }));
    const readiness = async () => (await fetch(`http://localhost:${port}/readyz`)).status;
    /** The store's content is read once a second. */
    const isReady = (status: number) => expect.poll(readiness, { timeout: 5000 }).toBe(status);
    const page = async () => {
      const { status, headers } = await fetch(`http://localhost:${port}/`, {
        headers: { accept: 'text/html' },
      });
      return [status, headers.get('content-type')];
    };
    expect(await readiness()).toBe(200);
    expect(await page()).toEqual([200, 'text/html; charset=utf-8']);
    await rename(store, `${store}-elsewhere`);
    await isReady(503);
    await mkdir(store);
    await isReady(503);
    // The live composition is in memory.
    expect(await page()).toEqual([200, 'text/html; charset=utf-8']);
    await rmdir(store);
    await rename(`${store}-elsewhere`, store);
    await isReady(200);
  });

  it.runIf(process.env.LONG)('keeps running beside npm run verify on the same data', async () => {
    const port = await freePort();
    await ready(start({ PORT: String(port), SEED_DEMO: 'true' }));
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, ENV_FILE: '', DATA_DIR: dataDir, SITE_STORE: siteStore };
    const verify = spawn('npm', ['run', 'verify'], { cwd: rootDir, env });
    let said = '';
    for (const stream of [verify.stdout, verify.stderr])
      stream.on('data', (chunk) => (said += String(chunk)));
    expect(await new Promise((resolve) => verify.once('close', resolve)), said).toBe(0);
    expect(said).toContain('Ledger, totals and search are sound.');
    expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
  });

  it('explains a missing site with a remedy, and refuses backups inside the data folder', async () => {
    const run = start({ PORT: '0', SITE_STORE: path.join(dataDir, 'nowhere') });
    const inside = start({ PORT: '0', BACKUP_DIR: path.join(dataDir, 'backups') });
    expect(await inside.ended).toBe(1);
    expect(inside.output()).toMatch(/^\S+backups lies in the folder of the data: .*\n$/);
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(/^Nothing is published for live in .*nowhere\. Run: npm run build .*\n$/);
  });

  it.runIf(process.env.LONG)(
    'explains how to publish to another environment, and creates no data folder for a check',
    async () => {
      const staging = start({ PORT: '0', SITE_ENVIRONMENT: 'staging' });
      expect(await staging.ended).toBe(1);
      expect(staging.output()).toContain('Run: npm run compose -- promote NAME@VERSION --env staging');
      const nowhere = path.join(dataDir, 'misspelled');
      const { PATH, HOME } = process.env;
      const env = { PATH, HOME, ENV_FILE: '', DATA_DIR: nowhere };
      const verify = spawnSync('npm', ['run', 'verify'], { cwd: rootDir, env, encoding: 'utf8' });
      expect(verify.status).toBe(1);
      expect(verify.stderr).toContain(`There is no data in ${nowhere}. Set DATA_DIR or MONGODB_URI`);
      await expect(stat(nowhere)).rejects.toThrow('ENOENT');
    },
  );

  it.runIf(process.env.LONG)('reports a foreign address or an unusable folder in one sentence', async () => {
    const elsewhere = start({ PORT: '0', HOST: 'nowhere.invalid' });
    const noFolder = start({ PORT: '0', DATA_DIR: '/proc/frens/data' });
    expect(await elsewhere.ended).toBe(1);
    expect(elsewhere.output()).toMatch(/^HOST=nowhere\.invalid is no address of this machine\. .*\n$/);
    expect(await noFolder.ended).toBe(1);
    expect(noFolder.output()).toMatch(/^The data folder \/proc\/frens\/data cannot be written\. .*\n$/);
  });

  it.runIf(process.env.LONG)(
    'seeds nothing in production, and prints an operator’s first steps',
    async () => {
      const production = {
        NODE_ENV: 'production',
        TRUSTED_PROXY_HOPS: '0',
        DATA_DIR: path.join(dataDir, 'real'),
      };
      const run = start({ ...production, PORT: String(await freePort()) }, '--demo');
      await ready(run);
      await expect.poll(run.output).toContain('Nobody is here yet.');
      expect(run.output()).not.toContain('demo /');
      run.child.kill('SIGTERM');
      expect(await run.ended).toBe(0);
    },
  );

  it.runIf(process.env.LONG)(
    'loses no request behind a proxy that polls /readyz when it stops (D54)',
    async () => {
      const port = await freePort();
      const run = start({ PORT: String(port), STOP_PAUSE_SECONDS: '3' });
      await ready(run);
      // Another instance of the site takes over.
      const other = createHttpServer((_request, response) => response.end('ok'));
      await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
      const proxy = await startReverseProxy([port, (other.address() as AddressInfo).port]);
      const load = startLoad(proxy.url, 20);
      await load.answered(500);
      const stopped = performance.now();
      run.child.kill('SIGTERM');
      expect(await run.ended).toBe(0);
      expect(performance.now() - stopped).toBeLessThan(10_000);
      await load.answered(500);
      const failures = await load.stop();
      proxy.close();
      other.close();
      expect(failures).toEqual([]);
    },
  );

  it.runIf(process.env.LONG)('reports a taken port in one sentence', async () => {
    const { server, port } = await takePort();
    const run = start({ PORT: String(port) });
    expect(await run.ended).toBe(1);
    expect(run.output().trim()).toBe(
      `Port ${port} is taken. Choose another one, as in: PORT=${port + 1} npm start`,
    );
    server.close();
  });

  it.runIf(process.env.LONG)('reports an unusable data folder in one sentence', async () => {
    const file = path.join(dataDir, 'a-file');
    await writeFile(file, '');
    await chmod(file, 0o400);
    const run = start({ PORT: '0', DATA_DIR: file });
    expect(await run.ended).toBe(1);
    expect(run.output().trim()).toBe(
      `The data folder ${file} cannot be written. Set DATA_DIR to one that can.`,
    );
  });

  it('lists invalid variables', async () => {
    const run = start({ PORT: 'http', SEED_DEMO: 'maybe' });
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(/^These environment variables do not fit:\n {2}PORT: .*\n {2}SEED_DEMO: /);
    expect(run.output()).not.toContain('at ');
  });
});
