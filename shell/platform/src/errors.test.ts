import { ApiError } from '@frens/contract/errors';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorText, mayPass, serverText } from './errors.ts';
import { startTestTexts } from './testing/test-providers.tsx';

beforeAll(startTestTexts);

const answer = (status: number, serverMessage: string, isOurs = true) =>
  new ApiError({ status, code: 'unknown', serverMessage, isOurs });

describe('the text of an error (D2, D62)', () => {
  it('is the server’s own sentence, with the status where the specification asks for it', () => {
    expect(errorText(answer(409, 'Not enough BAMBOO.'))).toBe('409: Not enough BAMBOO.');
    expect(serverText(answer(409, 'Not enough BAMBOO.'))).toBe('Not enough BAMBOO.');
  });

  it.each([
    [500, '<html><body>Internal Server Error</body></html>'],
    [502, '{}'],
    [404, 'Not Found'],
    [429, ''],
    [503, '<!doctype html>'],
    [418, 'teapot'],
    [200, 'Unexpected token <'],
  ])('is a sentence for the status %d when what came is not ours', (status, body) => {
    const text = serverText(answer(status, body, false));
    expect(text).toMatch(/^[A-Z][^<{]+\.$/);
    expect(text).not.toContain('error.');
    expect(errorText(answer(status, body, false))).toBe(`${status}: ${text}`);
  });

  it.each([
    [1, /in a few seconds\.$/],
    [21, /in a minute\.$/],
    [900, /in 15 minutes\.$/],
    [6000, /in 2 hours\.$/],
  ])('says how long to wait after too much, %d s', (retryAfter, text) => {
    const serverMessage = 'Please try again later.';
    const parts = { status: 429, code: 'too_many_requests', serverMessage, retryAfter } as const;
    expect(serverText(new ApiError(parts))).toMatch(text);
    expect(errorText(new ApiError(parts))).toMatch(/^429: /);
  });

  it('is never what a program says to a programmer', () => {
    expect(errorText(new TypeError("Cannot read properties of undefined (reading 'id')"))).toBe(
      'Something unexpected happened. Please try again.',
    );
  });

  it('tells of the network when code that is fetched late did not come', () => {
    const lost = Object.assign(new Error('Loading chunk 12 failed.'), { name: 'ChunkLoadError' });
    expect(serverText(lost)).toBe(serverText(answer(0, '')));
  });
});

it('offers another try for what may pass by itself only', () => {
  expect([0, 429, 500, 503].map((status) => mayPass(answer(status, '')))).toEqual([true, true, true, true]);
  expect([400, 401, 404, 409].map((status) => mayPass(answer(status, '')))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
