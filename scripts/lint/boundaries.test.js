import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rootDir } from '../setup.js';

/** What must be refused, by the file that would import it. */
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
  ['api/src/novel/x.ts', "import '../errors.ts';", 'without a layer: give api/src/novel/x.ts'],
  ['api/embedded-mongo/src/x.ts', "import '@frens/contract';", 'may not be imported'],
  ['design-system/src/x.ts', "import '@frens/contract';", 'may not be imported'],
  ['shell/platform/src/x.ts', "import '../../src/chrome/chrome.tsx';", 'relative path'],
];
const allowed = [
  [
    'mf-quiz/src/x.ts',
    "import '@frens/platform'; import '@frens/contract/limits'; import '@frens/design-system/radar-chart';",
  ],
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

// The rule goes by a file's place, so the samples lie in a copy of the tree's outline with the rule beside it.
const outline = path.join(rootDir, 'node_modules/.cache/boundaries-test');

/** Lints one sample and returns what the rule says. */
async function lint(file, code) {
  const target = path.join(outline, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, code);
  const args = ['-c', path.join(outline, 'oxlintrc.json'), '--no-ignore', '-f', 'unix', target];
  const { stdout } = await promisify(execFile)(path.join(rootDir, 'node_modules/.bin/oxlint'), args).catch(
    (failure) => failure,
  );
  await rm(target);
  return stdout;
}

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
});
afterAll(() => rm(outline, { recursive: true, force: true }));

describe('the import rule', () => {
  it.each(refused)('refuses in %s: %s', async (file, code, reason) => {
    expect(await lint(file, code)).toContain(reason);
  });

  it.each(allowed)('allows in %s: %s', async (file, code) => {
    expect(await lint(file, code)).not.toContain('boundaries');
  });
});
