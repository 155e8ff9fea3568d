import { type ChildProcess, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import path from 'node:path';
import { publishEmptySite } from '../../../shell/compose/src/testing/empty-site.ts';
import { builtProgram } from './built-program.ts';

/** An API server in its own process. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Resolves when it serves; rejects with its output when it exits first. */
  ready: Promise<void>;
  /** Kills it like a machine failure (SIGKILL). */
  kill(): Promise<void>;
  /** Stops it like an operator (SIGTERM). */
  close(): Promise<void>;
}

/** Starts a built server program. */
export function startServer(
  program: string,
  port: number,
  environment: Record<string, string>,
): ServerProcess {
  const child = startProgram([program], { PORT: String(port), ...environment });
  const ready = printed(child, /is ready on/).then(() => {});
  // A test that kills it early need not handle the rejection.
  ready.catch(() => {});
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    ready,
    kill: () => stopProcess(child, 'SIGKILL'),
    close: () => stopProcess(child),
  };
}

export interface ApiProcesses {
  urls: string[];
  pids: number[];
  close(): Promise<void>;
}

/** Starts several API processes on one database, with an empty site in a folder. */
export async function startApiProcesses(
  uri: string,
  count: number,
  siteDir: string,
  environment: Record<string, string> = {},
): Promise<ApiProcesses> {
  const site = { MONGODB_URI: uri, SITE_STORE: await publishEmptySite(siteDir), ...environment };
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const servers = ports.map((port) => startServer(builtProgram('server'), port, site));
  const close = async () => {
    await Promise.all(servers.map((server) => server.close()));
  };
  try {
    await Promise.all(servers.map(({ ready }) => ready));
    return { urls: servers.map(({ url }) => url), pids: servers.map(({ pid }) => pid), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts the embedded database in its own process, on a port. */
export async function startDatabaseProcess(dataDir: string) {
  const cli = path.join(import.meta.dirname, '../../embedded-mongo/bin/embedded-mongo.js');
  const child = startProgram([cli, '--data', dataDir, '--port', '0']);
  const [uri] = await printed(child, /mongodb:\/\/\S+/);
  return { uri, pid: child.pid ?? 0, close: () => stopProcess(child) };
}

/** Starts a one-file server, which prints its address once it listens. */
export async function startServerProcess(file: string, args: string[]) {
  const child = startProgram(['--import', 'tsx', path.join(import.meta.dirname, file), ...args]);
  const [url] = await printed(child, /http:\/\/\S+/);
  return { url, close: () => stopProcess(child) };
}

function startProgram(args: string[], environment: Record<string, string> = {}): ChildProcess {
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, args, {
    env: { PATH, HOME, NODE_ENV: 'test', ENV_FILE: '', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function printed(child: ChildProcess, pattern: RegExp): Promise<[string]> {
  return new Promise((resolve, reject) => {
    let output = '';
    const collect = (chunk: unknown): void => {
      output += String(chunk);
      const match = pattern.exec(output);
      if (match) resolve([match[0]]);
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('exit', (code) => reject(new Error(`The process ended with ${code}:\n${output}`)));
  });
}

async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  const patience = setTimeout(() => child.kill('SIGKILL'), 12_000);
  await exit;
  clearTimeout(patience);
}

/** Finds an unused port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  // Safe: the server listens on a port.
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
