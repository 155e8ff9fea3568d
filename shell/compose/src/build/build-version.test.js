import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sourceFingerprint } from './build-version.js';
import { federationName } from './remote-build.js';

const rootDir = path.resolve(import.meta.dirname, '../../../..');

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'frens-version-'));
  await cp(path.join(rootDir, 'mf-quiz/package.json'), path.join(dir, 'package.json'));
  await writeFile(path.join(dir, 'remote.tsx'), 'export const remote = 1;');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('sourceFingerprint', () => {
  it('is stable', () => {
    expect(sourceFingerprint(dir, rootDir, [])).toBe(sourceFingerprint(dir, rootDir, []));
    expect(sourceFingerprint(dir, rootDir, [])).toMatch(/^[0-9a-f]{16}$/);
  });

  it('changes with a source, a new file and a renamed one', async () => {
    const seen = new Set([sourceFingerprint(dir, rootDir, [])]);
    await writeFile(path.join(dir, 'remote.tsx'), 'export const remote = 2;');
    seen.add(sourceFingerprint(dir, rootDir, []));
    await writeFile(path.join(dir, 'a.ts'), '');
    seen.add(sourceFingerprint(dir, rootDir, []));
    await rm(path.join(dir, 'a.ts'));
    await writeFile(path.join(dir, 'b.ts'), '');
    seen.add(sourceFingerprint(dir, rootDir, []));
    expect(seen.size).toBe(4);
  });

  it('ignores tests and stories', async () => {
    const before = sourceFingerprint(dir, rootDir, []);
    await writeFile(path.join(dir, 'remote.test.tsx'), 'x');
    await writeFile(path.join(dir, 'card.stories.tsx'), 'x');
    expect(sourceFingerprint(dir, rootDir, [])).toBe(before);
  });
});

describe('files of editors beside a source', () => {
  it('are ignored if they are dangling links', async () => {
    const before = sourceFingerprint(dir, rootDir, []);
    await symlink('robin@forest.4711:1795', path.join(dir, '.#remote.tsx'));
    expect(sourceFingerprint(dir, rootDir, [])).toBe(before);
  });
});

describe('federationName', () => {
  it('is an identifier that is unique per version', () => {
    expect(federationName('mf-quiz', '0.1.0-3fa2c1d8e0')).toBe('mf_quiz_0_1_0_3fa2c1d8e0');
  });
});
