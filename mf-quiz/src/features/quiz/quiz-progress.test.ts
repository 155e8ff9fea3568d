import { beforeEach, expect, it, vi } from 'vitest';
import { forgetProgress, readProgress, storeProgress } from './quiz-progress.ts';
import { attempt, buildResponses, buildSubmission } from './testing/take-quiz.ts';

beforeEach(() => sessionStorage.clear());

it('gives back what it was given', () => {
  expect(readProgress()).toBeNull();
  storeProgress({ ...attempt, responses: buildResponses(5) });
  expect(readProgress()).toEqual({ ...attempt, responses: buildResponses(5) });
  storeProgress({ submission: buildSubmission() });
  expect(readProgress()).toEqual({ submission: buildSubmission() });
  forgetProgress();
  expect(readProgress()).toBeNull();
});

it.each([
  ['no JSON', 'not json'],
  ['something else', '"text"'],
  ['no key', JSON.stringify({ responses: buildResponses(2) })],
  ['labs out of order', JSON.stringify({ key: 'a', responses: buildResponses(3).toReversed() })],
  [
    'an option of another lab',
    JSON.stringify({ key: 'a', responses: [{ ...buildResponses(1)[0], response: 'love' }] }),
  ],
  [
    'a submission with a lab missing',
    JSON.stringify({ submission: buildSubmission({ responses: buildResponses(10) }) }),
  ],
])('treats %s as no quiz', (_case, stored) => {
  sessionStorage.setItem('quiz:progress', stored);
  expect(readProgress()).toBeNull();
});

it.each([
  ['no', {}],
  ['a malformed', { pictureSeed: 'c0ffee' }],
])('gives answers with %s picture seed one of their own', (_case, seed) => {
  sessionStorage.setItem(
    'quiz:progress',
    JSON.stringify({ key: 'a', responses: buildResponses(2), ...seed }),
  );
  expect(readProgress()).toEqual({
    key: 'a',
    pictureSeed: expect.stringMatching(/^[0-9a-f]{16}$/),
    responses: buildResponses(2),
  });
});

it('does without a storage that refuses', () => {
  const refuse = vi.fn<() => never>(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  vi.stubGlobal('sessionStorage', { setItem: refuse, getItem: refuse, removeItem: refuse });
  storeProgress({ ...attempt, responses: buildResponses(1) });
  expect(readProgress()).toBeNull();
  forgetProgress();
  expect(refuse).toHaveBeenCalledTimes(3);
  vi.unstubAllGlobals();
});
