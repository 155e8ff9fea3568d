import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { readTypeErrors } from '@frens/compose/build';
import { rootDir } from '../setup.js';

/** The programs that an edited file is part of, by their names. */
function programsOf(file) {
  if (!/\.(ts|tsx|json)$/.test(file)) return [];
  if (/^api[/\\]contract/.test(file)) return ['browser', 'server'];
  return /^api[/\\]/.test(file) ? ['server'] : ['browser'];
}

/**
 * Checks the types of what was edited, beside the work and with what processor time is left. A newer edit ends the check before it.
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
        // A file may be part of several programs.
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
      // What has errors is checked again: the edit may have been made elsewhere.
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
