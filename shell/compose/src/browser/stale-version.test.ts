import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Composition } from '../model/composition.ts';
import { buildComposition, buildModule, buildVersion } from '../testing/build-composition.ts';
import { createRemotes } from './remotes.ts';

const quiz = buildVersion();
const newerQuiz = buildVersion({ version: '1.1.0', mf: 'mf_quiz_1_1_0' });
const circles = buildVersion({
  mf: 'mf_community_1_0_0',
  descriptor: { name: 'mf-community', paths: [{ path: '/groups', access: 'public' }], nav: [] },
});
const before = buildComposition(quiz, circles);
let live: Composition;
const fetchComposition = vi.fn(async () => live);

const openPage = () =>
  createRemotes({
    composition: before,
    load: async () => ({ remote: buildModule() }),
    addTexts: async () => {},
    platform: { contract: 1, language: 'en', names: async () => ({}) },
    fetchComposition,
    id: 'a',
  });

beforeEach(() => {
  fetchComposition.mockClear();
  live = buildComposition(newerQuiz, circles);
});
afterEach(() => vi.restoreAllMocks());

it('is stale on pages of a remote with another version, and on no others', async () => {
  const page = openPage();
  await page.load('mf-quiz');
  page.hear('a');
  expect(fetchComposition).not.toHaveBeenCalled();
  page.hear('b');
  page.hear('b');
  await vi.waitFor(() => expect(page.isBehind('/vibe-quiz')).toBe(true));
  expect(fetchComposition).toHaveBeenCalledTimes(1);
  expect(page.isBehind('/groups')).toBe(false);
  expect(page.isBehind('/')).toBe(false);

  // Somebody went back.
  live = before;
  page.hear('a');
  await vi.waitFor(() => expect(page.isBehind('/vibe-quiz')).toBe(false));
});

it('is stale everywhere if the shell has another version', async () => {
  live = { ...before, host: { ...before.host, version: '2.0.0' } };
  const page = openPage();
  page.hear('b');
  await vi.waitFor(() => expect(page.isBehind('/')).toBe(true));
  expect(page.isBehind('/groups')).toBe(true);
});

it('is stale on a page that moved to another remote, is new or was removed', async () => {
  const moved = buildVersion({
    ...circles,
    descriptor: { name: 'mf-community', paths: [{ path: '/new', access: 'public' }], nav: [] },
  });
  live = buildComposition(quiz, moved);
  const page = openPage();
  page.hear('b');
  await vi.waitFor(() => expect(page.isBehind('/new')).toBe(true));
  expect(page.isBehind('/groups')).toBe(true);
  expect(page.isBehind('/vibe-quiz')).toBe(false);
});

it('retries at the next response if the composition could not be read', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fetchComposition.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const page = openPage();
  page.hear('b');
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalledTimes(1));
  expect(page.isBehind('/vibe-quiz')).toBe(false);
  page.hear('b');
  await vi.waitFor(() => expect(page.isBehind('/vibe-quiz')).toBe(true));
});

it('is never stale without a published composition', () => {
  const page = createRemotes({
    composition: before,
    load: async () => ({ remote: buildModule() }),
    addTexts: async () => {},
    platform: { contract: 1, language: 'en', names: async () => ({}) },
    fetchComposition,
  });
  page.hear('b');
  expect(fetchComposition).not.toHaveBeenCalled();
});
