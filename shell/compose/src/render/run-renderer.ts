import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The most that one process may keep in memory, write in all, and that is kept of its errors. */
const mostHeapMb = 384;
const mostMemoryMb = 640;
const mostOutputBytes = 8_000_000;
/** CPU limit in seconds, which ends the process even when its parent is gone. */
const mostProcessorSeconds = 120;
const mostErrorLetters = 2_000;

const namespaces = ['--user', '--mount', '--net', '--pid', '--ipc', '--uts'];

/**
 * Runs Node in a root that has, read-only, Node and its libraries alone. The second user namespace takes away the rights that making
 * this needs.
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

/** This machine cannot isolate the process that renders; the message says what is missing. */
export class NotIsolated extends Error {
  override name = 'NotIsolated';
}

/** The process that renders ended early, or wrote what is no answer: a fault of the build that it has loaded. */
export class RendererFault extends Error {
  override name = 'RendererFault';
}

/** The process that renders ended before it answered: it took too long or was killed, which may pass. */
export class RendererEnded extends RendererFault {}

/**
 * Runs a renderer (render-process.js) for one remote, which loads the shell's build and that of the remote. What escapes from its context
 * finds no network, no socket, no file, no other process and no environment. It proves that before it reads its input.
 *
 * Where the system cannot isolate it, nothing is run, unless `RENDER_UNISOLATED` says that only trusted builds are rendered.
 *
 * @param patience how long it may take, in milliseconds
 * @param program the program to run; default: its own
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
    // It renders a page or a few dozen: what would be optimized is hardly run again, a quarter of the time.
    '--no-opt',
    // Errors of the outer realm can be had in any context, for instance where the stack ends. They lead to nothing that runs or changes.
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

/** Says why this machine cannot isolate what renders; null if it can, or need not. */
export async function findIsolationGap(): Promise<string | null> {
  try {
    await runRenderer({ host: '', remote: null, pages: [] }, 60_000);
    return null;
  } catch (error) {
    return unrenderedText(error instanceof Error ? error : new NotIsolated(String(error)));
  }
}

/** What log, receipt and /readyz say where nothing is rendered. */
export const unrenderedText = ({ message }: Error): string =>
  `Public pages are left to browsers, because the process that renders cannot be isolated here: ${message}`;

/** Listens at a port and a Unix socket of this machine, which no isolated process reaches. */
export async function listenAsDecoys() {
  const dir = await mkdtemp(path.join(tmpdir(), 'compose-renderer-'));
  const socket = path.join(dir, 'socket');
  const atPort = createServer().listen(0, '127.0.0.1');
  const servers = [atPort, createServer().listen(socket)];
  await Promise.all(servers.map((server) => once(server, 'listening')));
  // Safe: it listens at a port.
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
  // Of the environment it gets only the path, which finds what isolates. A process group of its own: a signal to one's group reaches its members outside of the namespaces.
  const child = spawn(program, words, { env: { TZ: 'UTC', PATH: process.env.PATH }, detached: true });
  const out: Buffer[] = [];
  let [bytes, errors, fault] = [0, '', ''];
  const stop = (why: string) => {
    fault ||= why;
    // The whole group, unless it has ended.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(() => stop(`takes longer than ${Math.ceil(patience / 1000)} s`), patience);
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostOutputBytes) stop(`writes more than ${mostOutputBytes / 1_000_000} MB`);
    else out.push(chunk);
  });
  child.stderr.on('data', (chunk) => (errors = (errors + chunk).slice(0, mostErrorLetters)));
  // A process that has ended takes nothing; its end says so.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(input));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', (error) => reject(new NotIsolated(error.message)));
    child.once('close', (...end) => resolve(end));
  }).finally(() => clearTimeout(timer));
  const [, answer] = /^ready\n(.*)$/s.exec(Buffer.concat(out).toString()) ?? [];
  // Whoever kills it means this run.
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
    throw new RendererFault('answers in no form that is known');
  }
}
