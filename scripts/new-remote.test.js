import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRepository } from './copy-repository.js';

// Generates and checks a new remote in a copy of the repository with linked packages, within two minutes on a busy machine.
// `e2e/composition/new-remote-build.long.e2e.ts` opens it in a browser.
const bound = 120_000;
const copy = mkdtempSync(path.join(tmpdir(), 'new-remote-'));
const read = (file) => readFileSync(path.join(copy, file), 'utf8');

function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    timeout: bound,
    killSignal: 'SIGKILL',
  });
  return { status, said: `${stdout}${stderr}` };
}

const create = (name, spanish = ['Eventos']) => run('scripts/new-remote.js', name, ...spanish);

beforeAll(() => copyRepository(copy), bound);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('npm run new-remote', () => {
  it('makes a remote with screen, texts, test, stories and owner', () => {
    expect(create('mf-events')).toMatchObject({ status: 0 });
    expect(readdirSync(path.join(copy, 'mf-events/src/features/events')).toSorted()).toEqual([
      'events.queries.ts',
      'events.screen.test.tsx',
      'events.screen.tsx',
      'events.stories.tsx',
    ]);
    expect(read('mf-events/pipeline.yml')).toContain('npm run --silent compose -- publish mf-events --json');
    expect(read('mf-events/remote.json').match(/"es": "Eventos"/g)).toHaveLength(2);
    expect(read('mf-events/locales/es.json')).toContain('"title": "Eventos"');
    expect(read('CODEOWNERS')).toMatch(/^\/mf-events\/ +@frens\/events-team$/m);
    expect(create('mf-events').said).toContain('is there already');
    expect(create('mf-groups', []).said).toContain('and in Spanish');
    expect(create('events').status).not.toBe(0);
    expect(create('mf-groups').said).toContain('/groups is a page of mf-community');
    expect(readdirSync(copy)).not.toContain('mf-groups');
    for (const name of ['mf-api', 'mf-dev', 'mf-shell', 'mf-backup'])
      expect(create(name).said).toContain(`/${name.slice(3)} is served by the site itself`);
  });

  it('is written as the formatter writes it', () => {
    const format = run(
      'node_modules/@biomejs/biome/bin/biome',
      'check',
      '--linter-enabled=false',
      'mf-events',
    );
    expect(format, format.said).toMatchObject({ status: 0 });
  });

  it.runIf(process.env.LONG)('has types and a test of its own that hold', { timeout: bound }, () => {
    const types = run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.browser.json', '--checkers', '1');
    expect(types).toEqual({ status: 0, said: '' });
    const texts = run('node_modules/vitest/vitest.mjs', 'run', '--project', 'node', 'scripts/texts.test.js');
    expect(texts, texts.said).toMatchObject({ status: 0 });
    const tests = run('node_modules/vitest/vitest.mjs', 'run', '--project', 'dom', 'mf-events');
    expect(tests, tests.said).toMatchObject({ status: 0 });
  });
});
