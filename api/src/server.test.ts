import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestClient } from './testing/test-app.ts';

let dataDir: string;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'frens-server-'));
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

interface Run {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

/** The server as operators start it, in a process of its own. */
function start(environment: Record<string, string>): Run {
  const { PATH, MONGODB_URI: _otherServer, ...rest } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, 'server.ts')], {
    env: { PATH, HOME: rest.HOME, DATA_DIR: dataDir, ...environment },
  });
  running.add(child);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  return { child, output: () => output, ended };
}

async function takePort(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  // True because the server listens on a port.
  return { server, port: (server.address() as AddressInfo).port };
}

async function freePort(): Promise<number> {
  const { server, port } = await takePort();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** Until the server greets; fails at once if it ends instead. */
function ready({ child, output }: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (output().includes('is ready on')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output()}`)));
  });
}

describe('the server', { timeout: 120_000 }, () => {
  it('starts, greets, keeps its data over a restart, and stops when told to', async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const first = start({ PORT: String(port), SEED_DEMO: 'true', SITE_NAME: 'Groves' });
    await ready(first);
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

  it('finishes what is under way before it stops (D54)', async () => {
    const port = await freePort();
    const run = start({ PORT: String(port) });
    await ready(run);
    const body = JSON.stringify({ username: 'nobody', password: 'x' });
    const socket = connect(port, 'localhost');
    socket.write(
      `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.slice(0, 5));
    const isListening = () =>
      createTestClient(`http://localhost:${port}`)
        .send('GET', '/healthz')
        .then(
          () => true,
          () => false,
        );
    // Answered after the other request has arrived; so the server is at work on that one now.
    expect(await isListening()).toBe(true);
    run.child.kill('SIGTERM');
    await expect.poll(isListening, { timeout: 5000 }).toBe(false);
    socket.write(body.slice(5));
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(await run.ended).toBe(0);
  });

  it('says in one sentence that the port is taken', async () => {
    const { server, port } = await takePort();
    const run = start({ PORT: String(port) });
    expect(await run.ended).toBe(1);
    expect(run.output().trim()).toBe(
      `Port ${port} is taken. Choose another one, as in: PORT=${port + 1} npm start`,
    );
    server.close();
  });

  it('says in one sentence that the data folder cannot be used', async () => {
    const file = path.join(dataDir, 'a-file');
    await writeFile(file, '');
    await chmod(file, 0o400);
    const run = start({ PORT: '0', DATA_DIR: file });
    expect(await run.ended).toBe(1);
    expect(run.output().trim()).toBe(
      `The data folder ${file} cannot be written. Set DATA_DIR to one that can.`,
    );
  });

  it('lists the variables that do not fit', async () => {
    const run = start({ PORT: 'http', SEED_DEMO: 'maybe' });
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(/^These environment variables do not fit:\n {2}PORT: .*\n {2}SEED_DEMO: /);
    expect(run.output()).not.toContain('at ');
  });
});
