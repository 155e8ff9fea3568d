import { beforeEach, expect, it, vi } from 'vitest';
import { forgetProgress, readProgress, storeProgress } from './quiz-progress.ts';
import { attempt, buildResponses, buildSubmission } from './testing/take-quiz.ts';

const now = Date.parse('2026-11-20T10:00:00Z');
const day = 24 * 60 * 60 * 1_000;

beforeEach(() => localStorage.clear());

/** As stored by the browser. */
function kept(progress: object): string {
  return JSON.stringify({ progress, keptAt: now });
}

it('round-trips', () => {
  expect(readProgress(now)).toBeNull();
  storeProgress({ ...attempt, responses: buildResponses(5), open: 3 }, now);
  expect(readProgress(now)).toEqual({
    key: expect.any(String),
    pictureSeed: attempt.pictureSeed,
    responses: buildResponses(5),
    open: 3,
  });
  storeProgress({ submission: buildSubmission() }, now);
  expect(readProgress(now)).toEqual({ submission: buildSubmission() });
  forgetProgress();
  expect(readProgress(now)).toBeNull();
});

it('gives unsent progress a new idempotency key each time, because two tabs may continue it', () => {
  storeProgress({ ...attempt, responses: buildResponses(5), open: 3 }, now);
  const keys = [readProgress(now), readProgress(now)].map((read) => read && 'key' in read && read.key);
  expect(new Set([...keys, attempt.key]).size).toBe(3);
});

it('expires after 7 days', () => {
  storeProgress({ ...attempt, responses: buildResponses(5), open: 3 }, now);
  expect(readProgress(now + 7 * day - 1)).not.toBeNull();
  expect(readProgress(now + 7 * day)).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it.each([
  ['no JSON', 'not json'],
  ['something else', '"text"'],
  ['no time', JSON.stringify({ progress: { key: 'a', responses: buildResponses(2) } })],
  ['no key', kept({ responses: buildResponses(2) })],
  ['labs out of order', kept({ key: 'a', responses: buildResponses(3).toReversed() })],
  [
    'an option of another lab',
    kept({ key: 'a', responses: [{ ...buildResponses(1)[0], response: 'love' }] }),
  ],
  [
    'a submission with a lab missing',
    kept({ submission: buildSubmission({ responses: buildResponses(10) }) }),
  ],
])('treats %s as no quiz', (_case, stored) => {
  localStorage.setItem('quiz:progress', stored);
  expect(readProgress(now)).toBeNull();
});

it.each([
  ['no', {}],
  ['a malformed', { pictureSeed: 'c0ffee' }],
])('gives answers with %s picture seed one of their own', (_case, seed) => {
  localStorage.setItem('quiz:progress', kept({ key: 'a', responses: buildResponses(2), ...seed }));
  expect(readProgress(now)).toEqual({
    key: expect.any(String),
    pictureSeed: expect.stringMatching(/^[0-9a-f]{16}$/),
    responses: buildResponses(2),
    open: 2,
  });
});

it.each([
  ['none', {}, 5],
  ['the first', { open: 0 }, 0],
  ['the one after the last answer', { open: 5 }, 5],
  ['one that is not to be reached yet', { open: 6 }, 5],
  ['one before the first', { open: -1 }, 5],
  ['half a lab', { open: 1.5 }, 5],
  ['no number', { open: '3' }, 5],
])('opens the lab that was open, or the next when it was %s', (_case, stored, open) => {
  localStorage.setItem('quiz:progress', kept({ key: 'a', responses: buildResponses(5), ...stored }));
  expect(readProgress(now)).toMatchObject({ responses: buildResponses(5), open });
});

it('opens the last lab when all are answered and nothing was sent', () => {
  localStorage.setItem('quiz:progress', kept({ key: 'a', responses: buildResponses() }));
  expect(readProgress(now)).toMatchObject({ open: 10 });
});

it('tolerates a storage that refuses', () => {
  const refuse = vi.fn<() => never>(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  vi.stubGlobal('localStorage', { setItem: refuse, getItem: refuse, removeItem: refuse });
  storeProgress({ ...attempt, responses: buildResponses(1), open: 1 }, now);
  expect(readProgress(now)).toBeNull();
  forgetProgress();
  expect(refuse).toHaveBeenCalledTimes(3);
  vi.unstubAllGlobals();
});
