import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { rootDir } from './setup.js';

/**
 * Copies all files known to git and links the installed packages: tests may add and remove workspaces in the copy.
 *
 * @param {string} target an empty folder
 */
export function copyRepository(target) {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', listed, { cwd: rootDir, encoding: 'utf8' }).split('\0');
  for (const file of files.filter((name) => name && existsSync(path.join(rootDir, name)))) {
    mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    cpSync(path.join(rootDir, file), path.join(target, file));
  }
  for (const folder of ['.', 'shell', 'api', 'design-system']) {
    const packages = path.join(rootDir, folder, 'node_modules');
    if (existsSync(packages)) symlinkSync(packages, path.join(target, folder, 'node_modules'), 'junction');
  }
}
