import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { invalidateBuildInfo } from './type-programs.js';

const root = mkdtempSync(path.join(os.tmpdir(), 'build-info-'));
afterAll(() => rmSync(root, { recursive: true }));
const write = (file, text) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};

it('checks everything again once a text has changed, and only then', () => {
  execFileSync('git', ['init', '-q'], { cwd: root });
  const buildInfo = '.cache/types/browser.tsbuildinfo';
  const isKept = () => {
    write(buildInfo, '{}');
    invalidateBuildInfo(root);
    return existsSync(path.join(root, buildInfo));
  };
  write('mf-quiz/locales/en.json', '{ "title": "Quiz" }');
  expect([isKept(), isKept()]).toEqual([false, true]);
  write('mf-quiz/locales/en.json', '{}');
  expect([isKept(), isKept()]).toEqual([false, true]);
});
