import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';

/** The package has no types, and workspaces that read this one's sources would need them: this is what is used of it. */
interface FileLocks {
  /** Locks bytes of an open file until it is closed; false where somebody else has them. */
  tryLock(fd: number, offset: number, length: number): boolean;
}
const { tryLock } = createRequire(import.meta.url)('fs-native-extensions') as FileLocks; // as its README has it

/** Who serves a data folder, as the lock's file says. */
interface Holder {
  readonly pid?: number;
  readonly host?: string;
  readonly uri?: string;
  /** A folder made for the socket alone. */
  readonly socketFolder?: string | undefined;
}

/** The locked byte lies behind all that is written, as some systems let nobody read what is locked. */
const lockedByte = 2 ** 30;
/** A server that is stopping, or a tool that only looks, may hold the lock for a moment. */
const patienceMs = 200;
const stepMs = 10;
export const socketFolderPrefix = 'embedded-mongo-';

const pathOf = (dataDir: string): string => join(dataDir, 'embedded-mongo.lock');

function readHolder(fd: number | string): Holder {
  const text = readFileSync(fd, 'utf8');
  try {
    return (JSON.parse(text) ?? {}) as Holder; // written below
  } catch {
    return {}; // empty, or cut short by a crash: it names nobody
  }
}

/**
 * The right of one server to a data folder. The system holds the lock, ends it with the process however that dies, and
 * knows it in every container that shares the folder. The file is never removed: who holds another file holds nothing.
 */
export class FolderLock {
  private readonly fd: number;

  /** Makes this process the only one that serves a folder. */
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
    // What a server left that could not say goodbye.
    const { socketFolder } = readHolder(pathOf(dataDir));
    if (socketFolder && basename(socketFolder).startsWith(socketFolderPrefix))
      rmSync(socketFolder, { recursive: true, force: true });
    this.announce({});
  }

  /** Lets the tools of other processes find the server of this folder. */
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

/** Where the running server of a data folder listens, if there is one. */
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
