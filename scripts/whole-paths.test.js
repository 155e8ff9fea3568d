import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { rspack } from '@rspack/core';
import { expect, it } from 'vitest';
import { remoteConfig } from '../rspack.base.js';
import { rootDir } from './setup.js';

it('gives the code that a build makes up no address that depends on where the repository lies', async () => {
  const output = mkdtempSync(path.join(tmpdir(), 'whole-paths-'));
  const config = remoteConfig(path.join(rootDir, 'mf-quiz'));
  try {
    const compiler = rspack({ ...config, output: { ...config.output, path: output } });
    const stats = await promisify(compiler.run.bind(compiler))();
    await promisify(compiler.close.bind(compiler))();
    const { modules = [] } = stats.toJson({
      all: false,
      modules: true,
      modulesSpace: Number.POSITIVE_INFINITY,
    });
    // Ids of files follow from where they lie in the repository; ids of what has no file, such as a container, from all of its name.
    const madeUp = modules
      .map(({ identifier, nameForCondition }) => (nameForCondition ? '' : decodeURIComponent(identifier)))
      // A folder of texts is named whole, but its id is made of its path from the workspace.
      .filter((name) => name && !name.includes('/locales|lazy|'));
    expect(madeUp).not.toEqual([]);
    expect(madeUp.filter((name) => name.includes(rootDir))).toEqual([]);
  } finally {
    rmSync(output, { recursive: true });
  }
});
