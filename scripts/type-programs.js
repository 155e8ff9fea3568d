import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootDir } from './setup.js';

const cache = '.cache/types';

/**
 * Groups the workspaces into three compiler programs instead of one each, so that React, the contract and the platform are read once
 * instead of eleven times. `tsconfig.json` references them for editors and the linter.
 *
 * One checker each: several would each check shared files, at two and a half times the CPU time.
 * Incremental: a second run checks only what has changed.
 */
export const typePrograms = ['browser', 'server', 'tools'].map((name) => ({
  name,
  args: [
    '-p',
    `tsconfig.${name}.json`,
    '--checkers',
    '1',
    '--incremental',
    '--tsBuildInfoFile',
    `${cache}/${name}.tsbuildinfo`,
  ],
}));

/** Invalidates the build info when a text has changed: an incremental run does not see that an imported JSON file has lost a key. */
export function invalidateBuildInfo(root = rootDir) {
  const list = ['ls-files', '-co', '--exclude-standard', '*/locales/*.json'];
  const hash = createHash('sha256');
  for (const file of execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n')) {
    const text = path.join(root, file);
    hash.update(file).update(existsSync(text) ? readFileSync(text) : '');
  }
  const digest = hash.digest('hex');
  const stamp = path.join(root, cache, 'texts.sha256');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  for (const { name } of typePrograms) rmSync(path.join(root, cache, `${name}.tsbuildinfo`), { force: true });
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
}
