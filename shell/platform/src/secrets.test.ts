import { afterEach, describe, expect, it, vi } from 'vitest';
import { secrets } from './current-platform.ts';
import { forgetSecret, readSecret, takeSecrets } from './secrets.ts';

afterEach(() => {
  for (const name of ['token', 'reset']) forgetSecret(name);
  history.replaceState(null, '', '/');
  vi.useRealTimers();
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

describe('after a reload (docs/decisions/0093)', () => {
  const declared = ['token', 'reset'];

  function open(address: string, names: readonly string[] = declared) {
    secrets.clear();
    history.replaceState(null, '', address);
    takeSecrets(names);
  }

  it('still has a secret that was not used, and no longer one that was', () => {
    open('/auth?reset=xyz');
    open('/auth');
    expect(readSecret('reset')).toBe('xyz');
    forgetSecret('reset');
    open('/auth');
    expect(readSecret('reset')).toBeNull();
  });

  it('has it for 15 minutes', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    open('/auth?reset=xyz');
    vi.advanceTimersByTime(15 * 60_000);
    open('/auth');
    expect(readSecret('reset')).toBe('xyz');
    vi.advanceTimersByTime(1);
    open('/auth');
    expect(readSecret('reset')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it('has none of an older link, nor of another page', () => {
    open('/auth?reset=xyz');
    open('/auth?token=abc');
    expect([readSecret('reset'), readSecret('token')]).toEqual([null, 'abc']);
    open('/groups', []);
    open('/auth');
    expect(readSecret('token')).toBeNull();
  });
});
