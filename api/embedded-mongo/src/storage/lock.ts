import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';

/** The used part of the package, declared here because it has no types and importing workspaces would need them. */
interface FileLocks {
  /** Locks bytes of an open file until it is closed; false if another process holds them. */
  tryLock(fd: number, offset: number, length: number): boolean;
}
const { tryLock } = createRequire(import.meta.url)('fs-native-extensions') as FileLocks; // see its README

/** The server of a data folder, as recorded in the lock file. */
interface Holder {
  readonly pid?: number;
  readonly host?: string;
  readonly uri?: string;
  /** A folder created only for the socket. */
  readonly socketFolder?: string | undefined;
}

/** The locked byte lies beyond the content, because some systems prevent reading locked bytes. */
const lockedByte = 2 ** 30;
/** How long to wait for a stopping server, or a tool that only checks the lock. */
const patienceMs = 200;
const stepMs = 10;
export const socketFolderPrefix = 'embedded-mongo-';

const pathOf = (dataDir: string): string => join(dataDir, 'embedded-mongo.lock');

function readHolder(fd: number | string): Holder {
  const text = readFileSync(fd, 'utf8');
  try {
    return (JSON.parse(text) ?? {}) as Holder; // safe: written below
  } catch {
    return {}; // empty, or truncated by a crash: the holder is unknown
  }
}

/**
 * A server's exclusive lock on a data folder. The operating system releases it when the process dies, and enforces it across containers
 * that share the folder. The file is never removed, because a lock on another file would protect nothing.
 */
export class FolderLock {
  private readonly fd: number;

  /** Acquires the lock. @throws if another process serves the folder */
  constructor(dataDir: string, patience = patienceMs) {
    this.fd = openSync(pathOf(dataDir), 'a+', 0o600);
    for (let waited = 0; !tryLock(this.fd, lockedByte, 1); waited += stepMs) {
      if (waited < patience) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stepMs);
        continue;
      }
      const { pid, host } = readHolder(pathOf(dataDir));
      closeSync(this.fd);
      const who = `${pid ? ` by process ${pid}` : ''}${host && host !== hostname() ? ` on ${host}` : ''}`;
      throw new Error(
        `The data folder ${dataDir} is already in use${who}; stop it or choose another folder.`,
      );
    }
    // Removes the socket folder of a server that crashed.
    const { socketFolder } = readHolder(pathOf(dataDir));
    if (socketFolder && basename(socketFolder).startsWith(socketFolderPrefix))
      rmSync(socketFolder, { recursive: true, force: true });
    this.announce({});
  }

  /** Records the server's address for tools in other processes. */
  announce(where: Pick<Holder, 'uri' | 'socketFolder'>): void {
    const holder: Holder = { pid: process.pid, host: hostname(), ...where };
    ftruncateSync(this.fd);
    writeSync(this.fd, JSON.stringify(holder));
  }

  release(): void {
    ftruncateSync(this.fd);
    closeSync(this.fd);
  }
}

/** The address of a data folder's running server, if any. */
export function runningServer(dataDir: string): string | undefined {
  let fd: number;
  try {
    fd = openSync(pathOf(dataDir), 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return tryLock(fd, lockedByte, 1) ? undefined : readHolder(fd).uri;
  } finally {
    closeSync(fd);
  }
}
