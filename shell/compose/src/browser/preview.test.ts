import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compositionAddress, storePreview, withPreview } from './preview.ts';

const quiz = { wanted: 'mf-quiz@0.1.0-a', isPublished: true };
/** The storage of the tab. */
const kept = new Map<string, string>();
const tab = {
  read: (key: string) => kept.get(key) ?? null,
  write: (key: string, value: string) => void kept.set(key, value),
  remove: (key: string) => void kept.delete(key),
};
const replace = vi.fn<(address: string | URL) => void>();

/** Opens an address in the tab. */
const open = (address: string) => history.replaceState(null, '', address);

beforeEach(() => {
  vi.spyOn(location, 'replace').mockImplementation(replace);
  replace.mockClear();
});
afterEach(() => {
  vi.restoreAllMocks();
  kept.clear();
  open('/');
});

it("reloads a page with the tab's preview, if there is one", () => {
  open('/groups?q=night');
  expect(storePreview(undefined, tab)).toBe(false);
  open('/vibe-quiz?compose=mf-quiz@0.1.0-a');
  expect(storePreview(quiz, tab)).toBe(false);
  expect(replace).not.toHaveBeenCalled();

  open('/groups?q=night#top');
  expect(storePreview(undefined, tab)).toBe(true);
  const asked = new URL(String(replace.mock.calls[0]?.[0]));
  expect(asked.pathname + asked.hash).toBe('/groups#top');
  expect(Object.fromEntries(asked.searchParams)).toEqual({ q: 'night', compose: 'mf-quiz@0.1.0-a' });
});

it('ends with an empty parameter, which it removes from the address', () => {
  open('/?compose=mf-quiz@0.1.0-a');
  storePreview(quiz, tab);
  open('/groups?compose=&q=night');
  expect(storePreview(undefined, tab)).toBe(false);
  expect(location.pathname + location.search).toBe('/groups?q=night');
  open('/groups');
  expect(storePreview(undefined, tab)).toBe(false);
  expect(replace).not.toHaveBeenCalled();
});

it('does not loop on a server that ignores previews', () => {
  tab.write('compose', quiz.wanted);
  open('/?compose=mf-quiz@0.1.0-a');
  expect(storePreview(undefined, tab)).toBe(false);
  expect(replace).not.toHaveBeenCalled();
});

it('works without storage', () => {
  const refused = { ...tab, write: () => {} };
  open('/?compose=mf-quiz@0.1.0-a');
  expect(storePreview(quiz, refused)).toBe(false);
  open('/');
  expect(storePreview(undefined, refused)).toBe(false);
});

it('puts the preview into addresses', () => {
  expect(new URL(withPreview(new URL('https://frens.example/groups?q=1'), quiz.wanted)).search).toBe(
    '?q=1&compose=mf-quiz%400.1.0-a',
  );
  expect(new URL(compositionAddress(quiz)).searchParams.get('compose')).toBe(quiz.wanted);
  expect(new URL(compositionAddress(undefined)).search).toBe('');
});
