import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { rspack } from '@rspack/core';
import { expect, it } from 'vitest';
import { remoteConfig } from '../rspack.base.js';
import { rootDir } from './setup.js';

it('gives the code that a build makes up no address that depends on where the repository lies, and has scripts compiled as they come', async () => {
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
    // File ids depend on the path in the repository; ids of modules without a file, such as a container, on their whole name.
    const madeUp = modules
      .map(({ identifier, nameForCondition }) => (nameForCondition ? '' : decodeURIComponent(identifier)))
      // A text folder is named by its absolute path, but its id comes from its path in the workspace.
      .filter((name) => name && !name.includes('/locales|lazy|'));
    expect(madeUp).not.toEqual([]);
    expect(madeUp.filter((name) => name.includes(rootDir))).toEqual([]);

    // Chromium heeds it in the first line alone.
    const scripts = readdirSync(output).filter((file) => /^(exposed|remoteEntry)\..*\.js$/.test(file));
    expect(scripts).toHaveLength(2);
    for (const file of scripts)
      expect(readFileSync(path.join(output, file), 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  } finally {
    rmSync(output, { recursive: true });
  }
});
