import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import { rootDir } from './setup.js';

/** Runs documented commands in a copy of the repository, as a user at its terminal would. */
export interface CheckoutCommands {
  /** Runs a command. @throws with its output if it fails */
  run(command: string): Promise<string>;
  /** Starts a command and waits until it serves a URL. @throws if it is not ready in time */
  serve(command: string, address: string): Promise<string>;
}

/**
 * @param checkout the copy
 * @param env environment of the commands
 * @param seconds timeout per command
 */
export function commandsOf(
  checkout: string,
  env: Readonly<Record<string, string>>,
  seconds = 120,
): CheckoutCommands {
  function start(command: string): { child: ChildProcess; said: () => string } {
    // Its own process group, so that child processes of npm end with it.
    const child = spawn('bash', ['-euo', 'pipefail', '-c', command], {
      cwd: checkout,
      detached: true,
      env: {
        ...process.env,
        ...env,
        // The copy links to this repository's packages, so `compose` comes from here; it works on the current directory.
        PATH: `${path.join(rootDir, 'node_modules/.bin')}:${process.env.PATH}`,
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => (output += String(chunk)));
    return { child, said: () => output };
  }

  function end({ exitCode, signalCode, pid }: ChildProcess) {
    // Does nothing if the command has already ended.
    if ((exitCode ?? signalCode) === null && pid !== undefined) process.kill(-pid, 'SIGTERM');
  }

  return {
    async run(command) {
      const { child, said } = start(command);
      let isLate = false;
      const late = setTimeout(() => {
        isLate = true;
        end(child);
      }, seconds * 1_000);
      const code = await new Promise((resolve) => child.once('close', resolve));
      clearTimeout(late);
      expect(isLate, `${command} took more than ${seconds} s\n${said()}`).toBe(false);
      expect(code, `${command}\n${said()}`).toBe(0);
      return said();
    },
    async serve(command, address) {
      const { child, said } = start(command);
      const ended = new Promise((resolve) => child.once('close', resolve));
      try {
        await expect.poll(said, { timeout: seconds * 1_000 }).toContain(address);
        const page = await fetch(address, { headers: { accept: 'text/html' } });
        expect(page.status, `${command}\n${said()}`).toBe(200);
      } finally {
        end(child);
        await ended;
      }
      return said();
    },
  };
}

/** The commands in a document's `sh` blocks, without trailing comments. */
export function commandLines(document: string): string[] {
  return [...document.matchAll(/```sh\n([^]*?)```/g)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/ +#.*$/, '').trim())
    .filter(Boolean);
}
