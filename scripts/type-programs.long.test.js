import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { rootDir } from './setup.js';
import { typePrograms } from './type-programs.js';

const lines = (command, args) =>
  execFileSync(command, args, { cwd: rootDir, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter(Boolean);

it('reads every TypeScript file of the repository in one of the programs', () => {
  const tsc = path.join(rootDir, 'node_modules/typescript/bin/tsc');
  const read = typePrograms.flatMap(({ args }) => lines(process.execPath, [tsc, ...args, '--listFilesOnly']));
  const files = new Set(read.map((file) => path.relative(rootDir, file)));
  const sources = lines('git', ['ls-files', '*.ts', '*.tsx']);
  expect(sources.filter((file) => !files.has(file))).toEqual([]);
});
