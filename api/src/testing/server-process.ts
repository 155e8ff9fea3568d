import { type ChildProcess, spawn } from 'node:child_process';
import { builtProgram } from './built-program.ts';

export interface ServerProcess {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

/** Starts servers as operators do, each in its own process. */
export function createServerProcesses() {
  const running = new Set<ChildProcess>();
  return {
    start(environment: Record<string, string>, ...options: string[]): ServerProcess {
      const { PATH, HOME } = process.env;
      const child = spawn(process.execPath, [builtProgram('server'), ...options], {
        env: { PATH, HOME, ENV_FILE: '', ...environment },
      });
      running.add(child);
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => (output += String(chunk)));
      const ended = new Promise<number | null>((resolve) => {
        child.once('exit', (code) => {
          running.delete(child);
          resolve(code);
        });
      });
      return { child, output: () => output, ended };
    },
    killAll() {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

/** Resolves when the server has greeted; rejects when it exits first. */
export function ready({ child, output }: ServerProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (output().includes('is ready on')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output()}`)));
  });
}
