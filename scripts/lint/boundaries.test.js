import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rootDir } from '../setup.js';

/** Imports that must be refused, by the importing file. */
const refused = [
  ['mf-quiz/src/x.ts', "import '@frens/platform/internal';", 'is for the shell alone'],
  ['mf-quiz/src/x.ts', "import '../../mf-panda/src/remote.tsx';", 'relative path'],
  ['mf-quiz/src/x.ts', "import 'mf-panda/src/remote.tsx';", 'may not be imported'],
  ['mf-quiz/src/x.ts', "import 'react-router-dom';", 'comes through @frens/platform'],
  ['mf-quiz/src/x.ts', "import '@frens/design-system';", 'comes through @frens/platform'],
  ['mf-quiz/src/x.ts', "import '@frens/platform/testing';", 'is for tests alone'],
  ['mf-quiz/src/x.ts', "import { ApiError } from '@frens/contract/errors';", 'a second class ApiError'],
  ['mf-quiz/src/x.ts', "import * as errors from '@frens/contract/errors';", 'a second class ApiError'],
  [
    'mf-quiz/src/x.ts',
    "export { ApiError as Refusal } from '@frens/contract/errors';",
    'a second class ApiError',
  ],
  ['mf-quiz/src/x.ts', "await import('@frens/contract/errors');", 'a second class ApiError'],
  [
    'mf-social/src/features/browse/x.ts',
    "import '../profile/profile.queries.ts';",
    'imports from the feature',
  ],
  ['api/src/x.ts', "import '@frens/platform';", 'may not be imported'],
  ['api/src/database/x.ts', "import '../resources/models.ts';", 'runs back up'],
  ['api/src/resource.ts', "import './resources/sessions/sessions.ts';", 'runs back up'],
  ['api/src/resources/connections/x.ts', "import '../members/register.ts';", 'runs back up'],
  ['api/src/resources/members/x.model.ts', "import '../wallet/ledger.ts';", 'runs back up'],
  ['api/src/services.ts', "export * from './app.ts';", 'runs back up'],
  ['api/src/novel/x.ts', "import '../errors.ts';", 'without a layer: give api/src/novel/x'],
  ['api/src/x.ts', "import '@frens/compose/build';", 'may not be imported'],
  ['api/src/x.ts', "import '@frens/compose/browser';", 'is taken in one place'],
  ['api/src/x.ts', "import '../../shell/compose/src/testing/serve.ts';", 'reaches past the entry points'],
  ['api/src/x.ts', "import { Folder } from '@frens/compose/store';", 'files that run the engine'],
  [
    'api/src/middleware/x.ts',
    "import { sendHtml } from '@frens/compose/server';",
    'files that run the engine',
  ],
  ['api/src/scripts/x.ts', "import { Folder } from '@frens/compose/store';", 'files that run the engine'],
  [
    'api/src/x.ts',
    "import { sendHtml, type LiveSite } from '@frens/compose/server';",
    'files that run the engine',
  ],
  ['api/contract/src/x.ts', "import '@frens/compose/store';", 'may not be imported'],
  ['shell/src/x.ts', "import '@frens/compose/browser';", 'is taken in one place'],
  ['mf-quiz/src/x.ts', "import '@frens/compose/store';", 'may not be imported'],
  ['shell/platform/src/x.ts', "import '@frens/members/safety';", 'may not be imported'],
  ['shell/members/src/x.ts', "import '@tanstack/react-query';", 'comes through @frens/platform'],
  ['api/embedded-mongo/src/x.ts', "import '@frens/contract';", 'may not be imported'],
  ['design-system/src/x.ts', "import '@frens/contract';", 'may not be imported'],
  ['shell/platform/src/x.ts', "import '../../src/chrome/chrome.tsx';", 'relative path'],
  ['scripts/x.ts', "import '../shell/compose/src/project.ts';", 'reaches past the entry points'],
  ['shell/compose/src/x.test.ts', "import '@frens/contract/languages';", 'may not be imported'],
];
const allowed = [
  [
    'mf-quiz/src/x.ts',
    "import '@frens/platform'; import '@frens/contract/limits'; import '@frens/design-system/radar-chart';",
  ],
  ['mf-quiz/src/x.ts', "import '@frens/members/safety';"],
  ['api/src/mount-site.ts', "import '@frens/compose/store'; import '@frens/compose/server';"],
  ['api/src/middleware/noscript-x.ts', "import '@frens/compose/server';"],
  ['api/src/x.ts', "import '@frens/compose'; import type { LiveSite } from '@frens/compose/server';"],
  ['api/src/x.ts', "import { type LiveSite, type Site } from '@frens/compose/server';"],
  ['api/src/x.test.ts', "import '../../shell/compose/src/testing/serve.ts';"],
  ['scripts/x.ts', "import '@frens/compose/build'; import '../shell/compose/src/testing/serve.ts';"],
  ['mf-quiz/src/x.test.tsx', "import '@frens/platform/testing';"],
  ['mf-quiz/src/x.ts', "import { errorCodes } from '@frens/contract/errors';"],
  ['mf-quiz/src/x.test.ts', "import { ApiError } from '@frens/contract/errors';"],
  ['shell/platform/src/x.ts', "import { ApiError } from '@frens/contract/errors';"],
  ['shell/src/x.ts', "import '@frens/platform/internal';"],
  ['api/src/x.ts', "import '@frens/contract'; import '@frens/design-system/panda';"],
  ['api/src/resources/members/x.ts', "import '../connections/connections.ts'; import '../../errors.ts';"],
  ['api/src/resources/wallet/x.ts', "import '../members/user.model.ts'; import '../models.ts';"],
  ['api/src/database/x.test.ts', "import '../resources/models.ts';"],
];

// The rule depends on file paths, so the samples lie in a copy of the directory tree with the rule beside it.
const outline = path.join(rootDir, 'node_modules/.cache/boundaries-test');

/** Samples with unique paths: a file called `x` gets a number. */
const samples = [...refused, ...allowed].map(([file, code, reason], number) => ({
  file,
  code,
  reason,
  place: path.join(outline, file.replace(/\bx(?=\.)/, `x${number}`)),
}));
/** The rule's message for each sample, by path. */
const said = new Map();

beforeAll(async () => {
  await mkdir(path.join(outline, 'scripts/lint'), { recursive: true });
  for (const part of ['boundaries.js', 'api-layers.js'])
    await copyFile(path.join(rootDir, 'scripts/lint', part), path.join(outline, 'scripts/lint', part));
  const config = {
    jsPlugins: ['./scripts/lint/boundaries.js'],
    categories: { correctness: 'off' },
    rules: { 'frens/boundaries': 'error' },
  };
  await writeFile(path.join(outline, 'oxlintrc.json'), JSON.stringify(config));
  for (const { place, code } of samples) {
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, code);
    said.set(place, '');
  }
  // One run for all: starting the linter takes longer than linting.
  const args = ['-c', path.join(outline, 'oxlintrc.json'), '--no-ignore', '-f', 'unix', ...said.keys()];
  const { stdout } = await promisify(execFile)(path.join(rootDir, 'node_modules/.bin/oxlint'), args).catch(
    (failure) => failure,
  );
  for (const line of stdout.split('\n')) {
    const place = path.resolve(rootDir, line.split(':')[0]);
    if (said.has(place)) said.set(place, `${said.get(place)}${line}\n`);
  }
});
afterAll(() => rm(outline, { recursive: true, force: true }));

describe('the import rule', () => {
  it.each(samples.filter(({ reason }) => reason))('refuses in $file: $code', ({ place, reason }) => {
    expect(said.get(place)).toContain(reason);
  });

  it.each(samples.filter(({ reason }) => !reason))('allows in $file: $code', ({ place }) => {
    expect(said.get(place)).not.toContain('boundaries');
  });

  it('has looked at a place of its own for each', () => {
    expect(said.size).toBe(samples.length);
  });
});
