import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { hasProgram } from './has-program.js';
import { rootDir } from './setup.js';

// Needs `promtool` (`apt-get install prometheus`).
const deploy = path.join(rootDir, 'docs/deploy');

it.runIf(hasProgram('promtool'))(
  'alerts.yml and dashboard.json: Prometheus can evaluate them, and alerts come when they should',
  () => {
    const run = (...words: string[]) => {
      const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: deploy, encoding: 'utf8' });
      expect([status, stderr], stdout).toEqual([0, '']);
    };
    run('check', 'rules', 'alerts.yml');
    run('test', 'rules', 'alerts.test.yml');
    // The queries of its panels, as rules.
    const { panels } = JSON.parse(readFileSync(path.join(deploy, 'dashboard.json'), 'utf8')) as {
      panels: Array<{ targets: Array<{ expr: string }> }>;
    };
    const rules = panels
      .flatMap(({ targets }) => targets)
      .map(({ expr }, at) => ({ record: `panel:${at}`, expr }));
    const dir = mkdtempSync(path.join(tmpdir(), 'frens-alerts-'));
    const file = path.join(dir, 'panels.yml');
    // JSON is valid YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    run('check', 'rules', file);
    rmSync(dir, { recursive: true });
  },
);
