import type { ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Parameters of a WebDriver command, named as in the standard. */
export type Parameters = Readonly<Record<string, unknown>>;

/** A running browser that executes W3C WebDriver commands, over whatever protocol. */
export interface DrivenBrowser {
  version: string;
  /** @param name name of the command in the standard, as one word: `ExecuteScript` */
  command(name: string, parameters?: Parameters): Promise<unknown>;
  /** Console messages about an origin's pages since the last call. Undefined if the browser exposes none. */
  console?(origin: string): Promise<string[]>;
  /** Switches the network off or on. Undefined if unsupported. */
  setOffline?(offline: boolean): Promise<void>;
  /** Sets the page width, even below the window's minimum. */
  setWidth(width: number): Promise<void>;
  end(): Promise<void>;
}

/** Path of an installed program. @throws with installation advice if it is missing */
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

/** Terminates a program and waits for its exit. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const last = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(last);
}

/** Retries until success, for as long as a browser may take to start on a busy machine. */
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
