import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { findIsolationGap, listenAsDecoys, runRenderer } from './run-renderer.ts';

// What a build could do that got out of its context: programs that run in the renderer's place.

vi.stubEnv('RENDER_UNISOLATED', '');
/** Why there is nothing to see here: the system makes no namespaces for this account, as in a container by Docker's own profile. */
const gap = await findIsolationGap();
vi.unstubAllEnvs();
afterEach(() => void vi.unstubAllEnvs());

const run = (program: string, input = {}) =>
  runRenderer(input, 20_000, `process.stdout.write('ready\\n'); ${program}`);

/** Tries everything around the process, and answers what came of it. */
const reachOut = `
  const { connect } = await import('node:net');
  const { readFileSync } = await import('node:fs');
  const input = JSON.parse(await new Response(process.stdin).text());
  const reach = (to) => new Promise((resolve) =>
    connect(to).on('connect', () => resolve('reached')).on('error', ({ code }) => resolve(code)));
  const attempt = (act) => { try { act(); return 'reached'; } catch ({ code }) { return code; } };
  const tried = {
    port: await reach({ port: input.port, host: '127.0.0.1' }),
    socket: await reach({ path: input.socket }),
    process: attempt(() => process.kill(input.pid, 0)),
    group: attempt(() => { process.on('SIGWINCH', () => {}); process.kill(0, 'SIGWINCH'); }),
    file: attempt(() => readFileSync(input.socket)),
    secrets: Object.keys(process.env).filter((name) => !['PATH', 'PWD', 'OLDPWD', '_', 'TZ'].includes(name)),
  };
  process.stdout.write(JSON.stringify(tried), () => process.exit(0));`;

it('isolates escaped code from network, sockets, processes, files and secrets', async ({ skip }) => {
  skip(gap !== null, gap ?? '');
  const decoys = await listenAsDecoys();
  const [port, socket] = decoys.addresses;
  const input = { port, socket, pid: process.pid };
  // Of its group there is itself alone, isolated or not.
  const signalled = vi.fn();
  process.on('SIGWINCH', signalled);
  try {
    const refused = { file: 'ERR_ACCESS_DENIED', secrets: [], group: 'reached' };
    expect(await run(reachOut, input)).toEqual({
      ...refused,
      port: 'ENETUNREACH',
      socket: 'ENOENT',
      process: 'ESRCH',
    });
    // Without isolation, it is all there.
    vi.stubEnv('PATH', '/nowhere');
    vi.stubEnv('RENDER_UNISOLATED', 'true');
    expect(await run(reachOut, input)).toEqual({
      ...refused,
      port: 'reached',
      socket: 'reached',
      process: 'reached',
    });
    expect(signalled).not.toHaveBeenCalled();
  } finally {
    process.off('SIGWINCH', signalled);
    await decoys.close();
  }
});

it('survives that another program of this machine connects to a decoy and breaks off', async () => {
  const decoys = await listenAsDecoys();
  const socket = connect(Number(decoys.addresses[0]), '127.0.0.1');
  await once(socket, 'connect');
  socket.resetAndDestroy();
  await once(socket, 'close');
  await expect(decoys.close()).resolves.toBeUndefined();
});

it('limits memory outside the heap', async ({ skip }) => {
  skip(gap !== null, gap ?? '');
  const fill = 'const kept = []; for (;;) kept.push(new Float64Array(1e7).fill(1));';
  await expect(run(fill)).rejects.toThrow(/^ends the process that renders/);
});

it.each([
  [
    'writes without end',
    "for (;;) await new Promise((done) => process.stdout.write('x'.repeat(1e6), done));",
    'writes more than 8 MB',
  ],
  [
    'needs too much memory',
    "console.error('FATAL ERROR: Reached heap limit'); process.abort();",
    /^ends the process that renders \(\w+\): FATAL ERROR: Reached heap limit$/,
  ],
  ['answers nonsense', "process.stdout.write('{');", 'gives an answer that is no JSON'],
])('refuses a build that %s', async (_what, program, reason) => {
  await expect(run(program)).rejects.toThrow(reason);
});
