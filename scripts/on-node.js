import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootDir } from './setup.js';

// `node scripts/on-node.js 24 FILE ARGUMENTS`: runs a program on another Node version, installed temporarily from the registry.
const [version, ...program] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'node-'));
const name = `node-${process.platform}-${process.arch}`;
const run = (command, args) => spawnSync(command, args, { cwd: rootDir, stdio: 'inherit' }).status ?? 1;
process.exitCode = run('npm', [
  'install',
  '--prefix',
  folder,
  '--no-audit',
  '--no-fund',
  `${name}@${version}`,
]);
if (process.exitCode === 0)
  process.exitCode = run(path.join(folder, 'node_modules', name, 'bin/node'), program);
rmSync(folder, { recursive: true, force: true });
