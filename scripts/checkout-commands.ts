import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import { rootDir } from './setup.js';

/** Runs commands of the documents in a copy of the repository, as somebody at its terminal. */
export interface CheckoutCommands {
  /** Runs a command that ends well; fails with what it said otherwise. */
  run(command: string): Promise<string>;
  /** Runs a command that serves an address, until it does; fails where it does not in time. */
  serve(command: string, address: string): Promise<string>;
}

/**
 * @param checkout the copy
 * @param env what the commands are told
 * @param seconds how long one may take
 */
export function commandsOf(
  checkout: string,
  env: Readonly<Record<string, string>>,
  seconds = 120,
): CheckoutCommands {
  function start(command: string): { child: ChildProcess; said: () => string } {
    // A group of its own: what npm starts ends with it.
    const child = spawn('bash', ['-euo', 'pipefail', '-c', command], {
      cwd: checkout,
      detached: true,
      env: {
        ...process.env,
        ...env,
        // The copy borrows its packages by a link, where `compose` is the one of this repository; it works on the checkout that it is run in.
        PATH: `${path.join(rootDir, 'node_modules/.bin')}:${process.env.PATH}`,
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => (output += String(chunk)));
    return { child, said: () => output };
  }

  function end({ exitCode, pid }: ChildProcess) {
    // Where it has ended already there is nothing to end.
    if (exitCode === null && pid !== undefined) process.kill(-pid, 'SIGTERM');
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

/** The commands in a document's blocks, without what is behind them for people. */
export function commandLines(document: string): string[] {
  return [...document.matchAll(/```sh\n([^]*?)```/g)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/ +#.*$/, '').trim())
    .filter(Boolean);
}
