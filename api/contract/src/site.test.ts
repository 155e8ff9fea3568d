import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { site } from './site.ts';

it('asks remotes for texts in each complete language, and for no looks that the frame does not have', () => {
  const entry = { path: '/quiz', label: { en: 'Quiz', es: 'Test' }, order: 1 };
  const quiz = {
    name: 'mf-quiz',
    platform: 1,
    area: { en: 'Quiz', es: 'Test' },
    paths: [{ path: '/quiz', access: 'public' }],
    menu: [{ ...entry, shows: 'panda' }],
  };
  expect(site.descriptor.safeParse(quiz).success).toBe(true);
  expect(site.descriptor.safeParse({ ...quiz, area: { en: 'Quiz' } }).success).toBe(false);
  expect(site.descriptor.safeParse({ ...quiz, menu: [{ ...entry, shows: 'sun' }] }).success).toBe(false);
});

const forbidden = { ...site.forbiddenTexts, ...site.developersChunk?.texts };

it.each([
  ['Next answer of', 'shell/platform/src/testing/panel/calls.tsx'],
  ['[MSW]', 'node_modules/msw/lib/core/utils/internal/devUtils.mjs'],
  ['bamboo-grove', 'api/contract/src/fixtures/community.ts'],
])('forbids "%s" in builds, which is in what they may not contain', (text, file) => {
  expect(forbidden).toHaveProperty([text]);
  expect(readFileSync(path.join(import.meta.dirname, '../../..', file), 'utf8')).toContain(text);
});
