import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Limits of one process: heap, memory, output, and the part of its errors that is kept. */
const mostHeapMb = 384;
const mostMemoryMb = 640;
const mostOutputBytes = 8_000_000;
/** CPU limit in seconds, which ends the process even when its parent is gone. */
const mostProcessorSeconds = 120;
const mostErrorLetters = 2_000;

const namespaces = ['--user', '--mount', '--net', '--pid', '--ipc', '--uts'];

/**
 * Runs Node in a root file system with nothing but Node and its libraries, read-only. The second user namespace drops the privileges that the
 * set-up needs.
 */
const isolate = `set -e
ulimit -c 0
ulimit -d ${mostMemoryMb * 1024}
ulimit -t ${mostProcessorSeconds}
root=/sys
mount -t tmpfs -o mode=755,size=64k tmpfs $root
for file in "$1" $(ldd "$1" | grep -o '/[^ ]*'); do
  mkdir -p "$root\${file%/*}"
  : >"$root$file"
  mount -o bind,ro,nosuid,nodev "$file" "$root$file"
done
mount -o remount,bind,ro $root
exec unshare --user --map-user=65534 --root=$root -- "$@"`;

/** This machine cannot isolate the renderer; the message says what is missing. */
export class NotIsolated extends Error {
  override name = 'NotIsolated';
}

/** The renderer ended early or gave an invalid answer: a fault of the build that it loaded. */
export class RendererFault extends Error {
  override name = 'RendererFault';
}

/** The renderer timed out or was killed, which may be transient. */
export class RendererEnded extends RendererFault {}

/**
 * Runs the renderer (render-process.js) with the builds of the shell and one remote, in a process without network, sockets, files, other
 * processes and environment. The process verifies this before it reads its input.
 *
 * Without isolation nothing runs, unless `RENDER_UNISOLATED` declares that only trusted builds are rendered.
 *
 * @param patience time limit in milliseconds
 * @param program replaces render-process.js
 * @returns its answer, unchecked
 * @throws NotIsolated, or RendererFault
 */
export async function runRenderer(input: object, patience: number, program?: string): Promise<unknown> {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const node = [
    process.execPath,
    permission,
    '--no-warnings',
    `--max-old-space-size=${mostHeapMb}`,
    // Saves a quarter of the time: the process is too short-lived for optimized code.
    '--no-opt',
    // Errors of the outer realm reach every context, for instance on stack overflow. These flags make them harmless.
    '--disallow-code-generation-from-strings',
    '--frozen-intrinsics',
    '--input-type=module',
    '--eval',
    program ?? (await readProgram()),
  ];
  const decoys = await listenAsDecoys();
  try {
    const isolated = ['--map-root-user', '--fork', '--kill-child', '--', 'sh', '-c', isolate, 'sh', ...node];
    return await run(['unshare', ...namespaces, ...isolated, ...decoys.addresses], input, patience);
  } catch (error) {
    if (!(error instanceof NotIsolated) || process.env.RENDER_UNISOLATED !== 'true') throw error;
    return await run(node, input, patience);
  } finally {
    await decoys.close();
  }
}

async function readProgram(): Promise<string> {
  const texts = await Promise.all(
    ['sandbox.js', 'render-process.js'].map((file) => readFile(path.join(import.meta.dirname, file), 'utf8')),
  );
  return texts.join('\n').replace('export ', '');
}

/** Why this machine cannot isolate the renderer; null if it can, or need not. */
export async function findIsolationGap(): Promise<string | null> {
  try {
    await runRenderer({ host: '', remote: null, pages: [] }, 60_000);
    return null;
  } catch (error) {
    return unrenderedText(error instanceof Error ? error : new NotIsolated(String(error)));
  }
}

/** The sentence for log, receipt and /readyz if nothing is rendered. */
export const unrenderedText = ({ message }: Error): string =>
  `Public pages are left to browsers, because the renderer cannot be isolated here: ${message}`;

/** Listens on a port and a Unix socket of this machine, which an isolated process must not reach. */
export async function listenAsDecoys() {
  const dir = await mkdtemp(path.join(tmpdir(), 'compose-renderer-'));
  const socket = path.join(dir, 'socket');
  // Another program may connect and break off, and a socket without a listener throws its error.
  const decoy = () => createServer((client) => client.destroy());
  const atPort = decoy().listen(0, '127.0.0.1');
  const servers = [atPort, decoy().listen(socket)];
  await Promise.all(servers.map((server) => once(server, 'listening')));
  // Safe: it listens on a port.
  const { port } = atPort.address() as AddressInfo;
  return {
    addresses: [String(port), socket],
    async close() {
      for (const server of servers) server.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function run([program = '', ...words]: string[], input: object, patience: number): Promise<unknown> {
  // Only PATH of the environment, to find `unshare`. A process group of its own, so that a signal reaches members outside the namespaces.
  const child = spawn(program, words, { env: { TZ: 'UTC', PATH: process.env.PATH }, detached: true });
  const out: Buffer[] = [];
  let [bytes, errors, fault] = [0, '', ''];
  const stop = (why: string) => {
    fault ||= why;
    // The whole process group, unless it has ended.
    if (child.pid !== undefined && (child.exitCode ?? child.signalCode) === null)
      process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(() => stop(`takes longer than ${Math.ceil(patience / 1000)} s`), patience);
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostOutputBytes) stop(`writes more than ${mostOutputBytes / 1_000_000} MB`);
    else out.push(chunk);
  });
  child.stderr.on('data', (chunk) => (errors = (errors + chunk).slice(0, mostErrorLetters)));
  // A process that has ended reads nothing; its exit is handled below.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(input));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', (error) => reject(new NotIsolated(error.message)));
    child.once('close', (...end) => resolve(end));
  }).finally(() => clearTimeout(timer));
  const [, answer] = /^ready\n(.*)$/s.exec(Buffer.concat(out).toString()) ?? [];
  // SIGKILL means that this run was ended, not that isolation failed.
  if (answer === undefined && !fault && signal !== 'SIGKILL')
    throw new NotIsolated(errors.trim().split('\n')[0] || `it ended with ${signal ?? code}`);
  if (code !== 0) {
    const [why = ''] = /FATAL ERROR: .*/.exec(errors) ?? [];
    throw new RendererEnded(
      fault || [`ends the process that renders (${signal ?? code})`, why].filter(Boolean).join(': '),
    );
  }
  try {
    return JSON.parse(answer ?? '');
  } catch {
    throw new RendererFault('gives an answer that is no JSON');
  }
}
