import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isLineFree, limitFiles, waitForSilence } from './limit-files.ts';

const append = document.head.appendChild;
let failed: string[];
/** Those who wait for the next bytes of a file that is read along, by its address. */
let readers: Map<string, (bytes: { done: boolean }) => void>;

beforeEach(() => {
  vi.useFakeTimers();
  failed = [];
  readers = new Map();
  // Nothing is fetched: the test decides what comes.
  document.head.appendChild = (node) => node;
  limitFiles();
  const read = (address: string) => () =>
    new Promise((resolve) => readers.set(new URL(address).pathname, resolve));
  vi.stubGlobal('fetch', async (address: string) => ({
    body: { getReader: () => ({ read: read(address) }) },
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // The next file of tests has a clock of its own.
  limitFiles();
  document.head.appendChild = append;
});

function add(src: string): HTMLScriptElement {
  const script = Object.assign(document.createElement('script'), { src });
  script.addEventListener('error', () => failed.push(src));
  return document.head.appendChild(script);
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a file', () => {
  it('times out after four seconds without a byte', async () => {
    add('/a.js');
    await pass(3_900);
    expect([failed, isLineFree()]).toEqual([[], false]);
    await pass(200);
    expect([failed, isLineFree()]).toEqual([['/a.js'], true]);
  });

  it('may be a style sheet', async () => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/a.css' });
    link.addEventListener('error', () => failed.push('/a.css'));
    document.head.appendChild(link);
    await pass(4_000);
    expect(failed).toEqual(['/a.css']);
  });

  it('may take any time while bytes arrive', async () => {
    const script = add('/b.js');
    for (let second = 0; second < 60; second += 3) {
      await pass(3_000);
      readers.get('/b.js')?.({ done: false });
    }
    expect(failed).toEqual([]);
    await pass(4_200);
    expect(failed).toEqual(['/b.js']);
    script.remove();
  });

  it('may queue behind others, but not for ever', async () => {
    const others = [add('/c.js'), add('/d.js')];
    for (let second = 0; second < 18; second += 3) {
      await pass(3_000);
      readers.get('/c.js')?.({ done: false });
    }
    expect(failed).toEqual([]);
    await pass(2_000);
    expect(failed).toEqual(['/d.js']);
    others[0]?.dispatchEvent(new Event('load'));
  });

  it('leaves no timer after loading', async () => {
    add('/e.js').dispatchEvent(new Event('load'));
    expect(isLineFree()).toBe(true);
    await pass(60_000);
    expect([failed, readers.size]).toEqual([[], 0]);
  });
});

it('detects silence since the last byte', async () => {
  const settled = vi.fn();
  const { silence, stop } = waitForSilence(5_000);
  void silence.then(settled);
  await pass(3_000);
  add('/f.js').dispatchEvent(new Event('load'));
  await pass(4_000);
  expect(settled).not.toHaveBeenCalled();
  await pass(1_300);
  expect(settled).toHaveBeenCalledOnce();
  stop();
});
