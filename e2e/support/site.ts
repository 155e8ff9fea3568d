import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The repository. */
export const rootDir = path.resolve(import.meta.dirname, '../..');

/** Where the site's build lies unless a test brings its own. */
export const builtStore = path.resolve(process.env.SITE_STORE ?? path.join(rootDir, 'dist'));

/** A program of the repository that serves pages, running as a process of its own. */
export interface Site {
  origin: string;
  stop(): Promise<void>;
}

interface SiteOptions {
  /** Folder of the database; the same folder again brings the same data back. */
  dataDir: string;
  storeDir?: string;
  /** Another checkout, whose own server and build it is; default this one. */
  checkout?: string;
  /** The same port again keeps what browsers hold for the origin. */
  port?: number;
  /** Fills an empty database with the demo data; default true. */
  demo?: boolean;
  /** Where mails go; without it into the outbox of the development server. */
  smtpUrl?: string;
  /** What else the server is told. */
  env?: Readonly<Record<string, string>>;
}

/** Starts the server as an operator would and waits until it answers. */
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
    // Six pages for each server: what a test looks at is rendered by its first reader.
    RENDER_AHEAD: 'false',
    ...(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }),
    ...env,
  };
  return startProgram(['api/dist/server.js'], '/healthz', port ?? (await freePort()), told, checkout);
}

/** Starts the site with mocked answers, as QA does. */
export async function startMockedSite({ hasPanel = false } = {}): Promise<Site> {
  const words = hasPanel ? [] : ['--no-panel'];
  return startProgram(['scripts/dev.js', '--mock', ...words], '/composition.json', await freePort());
}

/** A development server of a checkout, and what it has said in its terminal. */
export type DevelopmentSite = Site & { output: () => string };

/** Starts `npm run dev` of a checkout, whose database lies in a folder. */
export function startDevelopment(checkout: string, dataDir: string, port: number): Promise<DevelopmentSite> {
  const env = { DATA_DIR: dataDir, MONGODB_URI: '', SMTP_URL: '' };
  return startProgram(['scripts/dev.js'], '/composition.json', port, env, checkout);
}

/**
 * Starts `npm run dev -w REMOTE` of a checkout.
 *
 * @param words what stands behind it, as in `--against SITE`
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

/** Starts the Storybook that designers run, of a checkout. */
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
  const origin = `http://localhost:${port}`;
  await untilReady(child, origin + readyPath, () => output);
  return {
    origin,
    output: () => output,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Asks until the program answers. Ends with its own words when it does not start. */
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

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('No free port');
  return address.port;
}

/** A folder for one test's files, and the way to remove it. */
export async function temporaryFolder(): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'frens-e2e-'));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}
