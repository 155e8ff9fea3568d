import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rootDir } from './setup.js';

const isAlive = (pid) => existsSync(`/proc/${pid}`);

describe.skipIf(!existsSync('/proc/self'))('npm start', () => {
  it('leaves nothing running when npm is told to stop', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'frens-start-'));
    const npm = spawn('npm', ['start'], {
      cwd: rootDir,
      env: { ...process.env, ENV_FILE: '', PORT: '0', DATA_DIR: dir, MONGODB_URI: '', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    npm.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await expect.poll(() => output, { timeout: 100_000 }).toContain('is ready on');
    const pid = Number(/process (\d+)/.exec(output)?.[1]);
    expect(isAlive(pid)).toBe(true);
    npm.kill('SIGTERM');
    await expect.poll(() => isAlive(pid), { timeout: 11_000 }).toBe(false);
    await rm(dir, { recursive: true });
  });
});
