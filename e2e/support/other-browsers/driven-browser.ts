import type { ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Parameters of a command, as the standard names them. */
export type Parameters = Readonly<Record<string, unknown>>;

/** A browser that runs and takes the commands of W3C WebDriver, by whatever way it takes them. */
export interface DrivenBrowser {
  version: string;
  /** @param name as the standard calls it, in one word, as `ExecuteScript` */
  command(name: string, parameters?: Parameters): Promise<unknown>;
  /** What it has written into its console since the last call about pages of an origin. Undefined where it does not tell. */
  console?(origin: string): Promise<string[]>;
  /** Takes the network from it, or gives it back. Undefined where that cannot be done. */
  setOffline?(offline: boolean): Promise<void>;
  /** Makes the page as wide as this, also where the window cannot be. */
  setWidth(width: number): Promise<void>;
  end(): Promise<void>;
}

/** @throws when a program is not there, with what to do */
export function requireProgram(name: string, debianPackage: string): string {
  const isProgram = (file: string) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  const candidates = path.isAbsolute(name)
    ? [name]
    : (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name));
  const found = candidates.find(isProgram);
  if (found === undefined)
    throw new Error(
      `${name} is not installed, so nothing was tested: apt-get install --no-install-recommends ${debianPackage}`,
    );
  return found;
}

/** Ends a program that was started here, and waits until it has ended. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const last = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(last);
}

/** Tries something until it succeeds, for as long as a browser may take to start on a machine that does other work. */
export async function untilStarted<T>(start: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      return await start();
    } catch (cause) {
      if (Date.now() > deadline) throw new Error('The browser did not start in 60 s', { cause });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
