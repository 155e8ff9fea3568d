import { afterEach, expect, it } from 'vitest';
import { forgetSecret, readSecret, takeSecrets } from './secrets.ts';

afterEach(() => {
  for (const name of ['token', 'reset']) forgetSecret(name);
  history.replaceState(null, '', '/');
});

it('takes what is secret out of the address and leaves the rest', () => {
  history.replaceState({ idx: 3 }, '', '/auth?token=abc%2Fd&tab=register#form');
  takeSecrets(['token', 'reset']);
  expect(location.pathname + location.search + location.hash).toBe('/auth?tab=register#form');
  expect(history.state).toEqual({ idx: 3 });
  expect(readSecret('token')).toBe('abc/d');
  expect(readSecret('reset')).toBeNull();
});

it('keeps a secret until it is forgotten', () => {
  history.replaceState(null, '', '/auth?reset=xyz');
  takeSecrets(['reset']);
  expect(readSecret('reset')).toBe('xyz');
  forgetSecret('reset');
  expect(readSecret('reset')).toBeNull();
});

it('leaves parameters alone that the page does not call secret', () => {
  history.replaceState(null, '', '/browse?token=bamboo');
  takeSecrets([]);
  expect(location.search).toBe('?token=bamboo');
  expect(readSecret('token')).toBeNull();
});
