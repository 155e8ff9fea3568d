import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { readTypeErrors } from '@frens/compose/build';
import { rootDir } from '../setup.js';

/** Names of the type-check programs that include a file. */
function programsOf(file) {
  if (!/\.(ts|tsx|json)$/.test(file)) return [];
  if (/^api[/\\]contract/.test(file)) return ['browser', 'server'];
  return /^api[/\\]/.test(file) ? ['server'] : ['browser'];
}

/**
 * Type-checks edited files in the background, at low priority. A newer edit cancels a running check.
 *
 * @param {import('./problems.js').Problems} problems
 */
export function createTypeCheck(problems) {
  const found = new Map();
  const waiting = new Set();
  let running = null;

  function next() {
    const [name] = waiting;
    if (running || name === undefined) return;
    waiting.delete(name);
    const tsc = path.join(rootDir, 'node_modules/.bin/tsc');
    const args = ['-p', `tsconfig.${name}.json`, '--pretty', 'false', '--checkers', '1'];
    const child = spawn(tsc, args, { cwd: rootDir, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    running = { name, child };
    if (child.pid) os.setPriority(child.pid, 10);
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.once('error', () => {});
    child.once('close', (_code, signal) => {
      running = null;
      if (!signal) {
        found.set(name, readTypeErrors(said));
        // Deduplicates: a file may be part of several programs.
        const all = new Map([...found.values()].flat().map((one) => [one.where + one.text, one]));
        problems.set('type', [...all.values()]);
      }
      next();
    });
  }

  function stop() {
    if (!running?.child.pid) return;
    try {
      process.kill(-running.child.pid);
    } catch {
      // It has just ended.
    }
  }

  return {
    /** @param {string[]} files */
    edited(files) {
      const names = new Set(files.flatMap(programsOf));
      // Rechecks programs with errors, since the edit may fix them from another file.
      for (const [name, errors] of found) if (errors.length > 0) names.add(name);
      for (const name of names) waiting.add(name);
      if (running && names.has(running.name)) stop();
      next();
    },
    close() {
      waiting.clear();
      stop();
    },
  };
}
