import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { site } from './site.ts';

const forbidden = { ...site.forbiddenTexts, ...site.developersChunk?.texts };

it.each([
  ['Next answer of', 'shell/platform/src/testing/panel/calls.tsx'],
  ['[MSW]', 'node_modules/msw/lib/core/utils/internal/devUtils.mjs'],
  ['bamboo-grove', 'api/contract/src/fixtures/community.ts'],
])('forbids "%s" in builds, which is in what they may not contain', (text, file) => {
  expect(forbidden).toHaveProperty([text]);
  expect(readFileSync(path.join(import.meta.dirname, '../../..', file), 'utf8')).toContain(text);
});
