import { afterEach, expect, it, vi } from 'vitest';
import { loadContainer } from './container.ts';
import { isLostFile } from './remote-error.ts';
import { sharedLibraries } from './shared-libraries.ts';

// Nothing is fetched here: what becomes of a script is said by the test.
let asked: HTMLScriptElement[] = [];
const append = document.head.appendChild;
function hearScripts(): void {
  asked = [];
  document.head.appendChild = (node) => {
    if (node instanceof HTMLScriptElement) asked.push(node);
    return node;
  };
}

afterEach(() => {
  document.head.appendChild = append;
  vi.useRealTimers();
});

it('gives a container the shared libraries once, and notes which it took', async () => {
  hearScripts();
  const get = vi.fn();
  const init = vi.fn((scope: Record<string, Record<string, { get: () => () => object }>>) => {
    for (const versions of Object.values(scope))
      for (const { get: take } of Object.values(versions)) expect(take()()).toBeTypeOf('object');
  });
  const both = [loadContainer('mf_quiz_1', '/quiz.js'), loadContainer('mf_quiz_1', '/quiz.js')];
  Object.assign(window, { mf_quiz_1: { init, get } });
  asked[0]?.dispatchEvent(new Event('load'));
  expect((await Promise.all(both)).map((container) => container.get)).toEqual([get, get]);
  expect(asked.map(({ src }) => new URL(src).pathname)).toEqual(['/quiz.js']);
  expect(init).toHaveBeenCalledTimes(1);
  for (const { usedIn } of sharedLibraries) expect([...usedIn]).toContain('mf_quiz_1');
});

it.each([
  ['did not come', (script?: HTMLScriptElement) => script?.dispatchEvent(new Event('error'))],
  ['is no container', (script?: HTMLScriptElement) => script?.dispatchEvent(new Event('load'))],
  ['did not come in time', () => vi.advanceTimersByTime(4_000)],
])('counts one that %s as lost, and asks for it again', async (why, happen) => {
  vi.useFakeTimers();
  hearScripts();
  const outcome = loadContainer('mf_panda_1', '/panda.js').catch((error: unknown) => error);
  happen(asked[0]);
  const error = await outcome;
  expect(String(error)).toContain(`/panda.js failed: it ${why}.`);
  expect(isLostFile(error)).toBe(true);
  void loadContainer('mf_panda_1', '/panda.js').catch(() => {});
  expect(asked).toHaveLength(2);
  asked[1]?.dispatchEvent(new Event('error'));
});
