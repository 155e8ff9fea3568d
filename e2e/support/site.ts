import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Root of the repository. */
export const rootDir = path.resolve(import.meta.dirname, '../..');

/** Default store of the built site. */
export const builtStore = path.resolve(process.env.SITE_STORE ?? path.join(rootDir, 'dist'));

/** A server program of the repository in its own process. */
export interface Site {
  origin: string;
  stop(): Promise<void>;
}

interface SiteOptions {
  /** Database folder; reusing it keeps the data. */
  dataDir: string;
  storeDir?: string;
  /** Another checkout, with its own server and build; default this one. */
  checkout?: string;
  /** Reusing a port keeps the browser's data of the origin. */
  port?: number;
  /** Whether to seed an empty database with the demo data; default true. */
  demo?: boolean;
  /** SMTP server for mails; by default the development outbox. */
  smtpUrl?: string;
  /** Further environment of the server. */
  env?: Readonly<Record<string, string>>;
}

/** Starts the server as an operator would and waits until it is ready. */
export async function startSite({
  dataDir,
  checkout,
  storeDir = checkout === undefined ? builtStore : path.join(checkout, 'dist'),
  port,
  demo = true,
  smtpUrl,
  env = {},
}: SiteOptions): Promise<Site> {
  const told = {
    DATA_DIR: dataDir,
    SITE_STORE: storeDir,
    SEED_DEMO: String(demo),
    MONGODB_URI: '',
    // Each server would prerender six pages; tests render on the first request instead.
    RENDER_AHEAD: 'false',
    // Two cores for three sites and their browsers: what a page asks for must not be refused because the machine is slow.
    ADMISSION_WAIT_SECONDS: '20',
    ...(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }),
    ...env,
  };
  return startProgram(['api/dist/server.js'], '/healthz', port ?? (await freePort()), told, checkout);
}

/** Starts the site on mocks, as QA does. */
export async function startMockedSite({ hasPanel = false } = {}): Promise<Site> {
  const words = hasPanel ? [] : ['--no-panel'];
  return startProgram(['scripts/dev.js', '--mock', ...words], '/composition.json', await freePort());
}

/** A development server of a checkout, and its terminal output. */
export type DevelopmentSite = Site & { output: () => string };

/** Starts `npm run dev` of a checkout, with a database folder. */
export function startDevelopment(checkout: string, dataDir: string, port: number): Promise<DevelopmentSite> {
  const env = { DATA_DIR: dataDir, MONGODB_URI: '', SMTP_URL: '' };
  return startProgram(['scripts/dev.js'], '/composition.json', port, env, checkout);
}

/**
 * Starts `npm run dev -w REMOTE` of a checkout.
 *
 * @param words further arguments, such as `--against SITE`
 */
export function startRemoteAlone(
  checkout: string,
  remote: string,
  port: number,
  words: string[] = [],
  env: Record<string, string> = {},
): Promise<DevelopmentSite> {
  return startProgram(['../scripts/dev-remote.js', ...words], '/', port, env, path.join(checkout, remote));
}

/** Starts a checkout's Storybook development server. */
export function startStorybook(checkout: string, port: number): Promise<DevelopmentSite> {
  const folder = path.join(checkout, 'design-system');
  const program = path.join(folder, 'node_modules/storybook/dist/bin/dispatcher.js');
  return startProgram([program, 'dev', '-p', String(port), '--ci'], '/iframe.html', port, {}, folder);
}

async function startProgram(
  args: string[],
  readyPath: string,
  port: number,
  env: Record<string, string> = {},
  cwd = rootDir,
): Promise<DevelopmentSite> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  let isStopping = false;
  // Otherwise tests only see refused connections.
  child.once('exit', (code, signal) => {
    if (isStopping) return;
    process.stderr.write(
      `${args.join(' ')} ended by itself (${signal ?? code}):\n${output.slice(-10_000)}\n`,
    );
  });
  const origin = `http://localhost:${port}`;
  await untilReady(child, origin + readyPath, () => output);
  return {
    origin,
    output: () => output,
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Polls until the program answers. @throws with its output if it fails to start */
async function untilReady(child: ChildProcess, address: string, output: () => string): Promise<void> {
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The program ended instead of serving ${address}:\n${output()}`);
    }
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error(`No answer from ${address} in 90 s:\n${output()}`);
}

/** Finds a free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('No free port');
  return address.port;
}

/** A temporary folder, and a function that removes it. */
export async function temporaryFolder(): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'frens-e2e-'));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}
