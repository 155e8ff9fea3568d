import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const programs = path.join(import.meta.dirname, '../../dist');

/** The second has its own parser; commands that share the first one's are tested in long runs. */
const daily = ['restore', 'moderate'];
const others = process.env.LONG ? ['backup', 'verify', 'export-site', 'jobs', 'seed'] : [];

// Without the flag they would open or change the configured database.
it.each([...daily, ...others])('npm run %s --help prints the usage and does nothing', (name) => {
  const env = { PATH: process.env.PATH, ENV_FILE: '', DATA_DIR: '/nowhere/at/all' };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(programs, `${name}.js`), '--help'],
    { env, encoding: 'utf8', timeout: 30_000 },
  );
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^npm run ${name}\\b[^]*\\n\\n[A-Z][^\\n]* [^]*\\.`));
});
