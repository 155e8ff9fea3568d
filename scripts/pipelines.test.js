import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { pipelineOf } from './pipeline-of.js';
import { rootDir } from './setup.js';

const remotes = readdirSync(rootDir).filter((name) => existsSync(path.join(rootDir, name, 'remote.json')));

it('are there for five remotes or more', () => {
  expect(remotes.length).toBeGreaterThanOrEqual(5);
});

it.each(remotes)('%s has its own example pipeline', (name) => {
  expect(readFileSync(path.join(rootDir, name, 'pipeline.yml'), 'utf8')).toBe(pipelineOf(name));
});
