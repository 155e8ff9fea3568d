import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who serves a data folder, as a file beside the data says. */
interface Holder {
  readonly pid: number;
  readonly start: string;
  readonly uri?: string;
}

const lockPath = (dataDir: string): string => join(dataDir, 'embedded-mongo.lock');
const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/** When a process started, as its number may be given to another one day; undefined when it is gone. */
function startOf(pid: number): string | undefined {
  try {
    if (existsSync('/proc/self/stat'))
      return readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19];
    process.kill(pid, 0);
    return 'unknown';
  } catch (error) {
    return codeOf(error) === 'EPERM' ? 'unknown' : undefined;
  }
}

function holderOf(dataDir: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(lockPath(dataDir), 'utf8')) as Holder; // written below
    return holder.start === startOf(holder.pid) ? holder : undefined;
  } catch {
    return undefined; // no file, or one cut short by a crash, names nobody
  }
}

/** Where the running server of a data folder listens, if there is one. */
export const runningServer = (dataDir: string): string | undefined => holderOf(dataDir)?.uri;

/** Makes this process the only one that serves a folder. */
export function takeLock(dataDir: string): void {
  for (;;) {
    try {
      const holder: Holder = { pid: process.pid, start: startOf(process.pid) ?? '' };
      return writeFileSync(lockPath(dataDir), JSON.stringify(holder), { flag: 'wx' });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const pid = holderOf(dataDir)?.pid;
    const advice = 'stop it or choose another folder.';
    if (pid) throw new Error(`The data folder ${dataDir} is already in use by process ${pid}; ${advice}`);
    releaseLock(dataDir);
  }
}

/** Lets the tools of other processes find the server of this folder. */
export function announce(dataDir: string, uri: string): void {
  writeFileSync(lockPath(dataDir), JSON.stringify({ ...holderOf(dataDir), uri }));
}

export const releaseLock = (dataDir: string): void => rmSync(lockPath(dataDir), { force: true });
