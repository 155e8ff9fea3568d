import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { rootDir } from './environment.ts';

it('sheds load at five times its capacity, and serves the rest as usual (D78)', { timeout: 240_000 }, () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'bench:overload'], {
    cwd: rootDir,
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
});
