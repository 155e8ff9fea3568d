import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import { rootDir } from './setup.js';

/** Runs commands of the documents in a copy of the repository, as somebody at its terminal. */
export interface CheckoutCommands {
  /** Runs a command that ends well; fails with what it said otherwise. */
  run(command: string): Promise<string>;
  /** Runs a command that serves an address, until it does. */
  serve(command: string, address: string): Promise<string>;
}

/**
 * @param checkout the copy
 * @param env what the commands are told
 */
export function commandsOf(checkout: string, env: Readonly<Record<string, string>>): CheckoutCommands {
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

  return {
    async run(command) {
      const { child, said } = start(command);
      const code = await new Promise((resolve) => child.once('close', resolve));
      expect(code, `${command}\n${said()}`).toBe(0);
      return said();
    },
    async serve(command, address) {
      const { child, said } = start(command);
      const ended = new Promise((resolve) => child.once('close', resolve));
      try {
        await expect.poll(said, { timeout: 120_000 }).toContain(address);
        const page = await fetch(address, { headers: { accept: 'text/html' } });
        expect(page.status, `${command}\n${said()}`).toBe(200);
      } finally {
        // It has a process id, since it was started; where it has ended already there is nothing to end.
        if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGTERM');
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
