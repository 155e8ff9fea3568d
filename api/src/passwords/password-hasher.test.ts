import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { serverLimits } from '../limits.ts';
import { createPasswordHasher } from './password-hasher.ts';

describe('createPasswordHasher (D8)', () => {
  it('creates verifiable argon2id hashes, each with its own salt', async () => {
    const hasher = createPasswordHasher();
    const [one, two] = await Promise.all([hasher.hash(' pass '), hasher.hash(' pass ')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await hasher.verify(one, ' pass ')).toBe(true);
    expect(await hasher.verify(one, 'pass')).toBe(false);
    expect(hasher.isOutdated(one)).toBe(false);
    expect(hasher.isOutdated(one.replace('t=2', 't=1'))).toBe(true);
  });

  it('does the same work without a stored hash, and returns false', async () => {
    const hasher = createPasswordHasher();
    expect(await hasher.verify(null, 'no account has this password')).toBe(false);
  });

  it('refuses when the queue is full, and recovers', async () => {
    const hasher = createPasswordHasher();
    const { concurrent, queued } = serverLimits.passwordHash;
    const all = Array.from({ length: concurrent + queued }, () => hasher.hash('x'));
    await expect(hasher.hash('one too many')).rejects.toMatchObject({ status: 503 });
    await Promise.all(all);
    expect(await hasher.hash('again')).toMatch(/^\$argon2id/);
  });

  it('does not block the threads that read files', async () => {
    const script = path.join(import.meta.dirname, '../testing/hash-beside-files.ts');
    const env = { PATH: process.env.PATH, UV_THREADPOOL_SIZE: '1' };
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script], { env });
    expect(Number(stdout)).toBeLessThan(serverLimits.passwordHash.concurrent);
  });
});
