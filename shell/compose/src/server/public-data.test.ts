import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NotIsolated, RendererEnded, RendererFault } from '../render/run-renderer.ts';
import { createLatest, stillHold } from './public-data.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Until the value is made, which took no time, and the pause has ended. */
async function rested() {
  await new Promise(setImmediate);
  vi.advanceTimersByTime(0);
}

const createTestLatest = (holds: (before: string, now: string) => boolean = () => false) =>
  createLatest<string, string>(() => {}, holds);

function latestOf(holds?: Parameters<typeof createTestLatest>[0]) {
  const latest = createTestLatest(holds);
  return (...asked: Parameters<typeof latest>) => latest(...asked).shown;
}

/** How often a page is made in two minutes in which it is asked for each second. */
async function countMaking(make: () => Promise<string | null>): Promise<number> {
  const made = vi.fn(make);
  const latest = latestOf();
  for (let second = 0; second < 120; second += 1) {
    expect(latest('place', 'key', made)).toBeNull();
    await new Promise(setImmediate);
    vi.advanceTimersByTime(1000);
  }
  return made.mock.calls.length;
}

it('does not retry a misfit with the same data', async () => {
  expect(await countMaking(() => Promise.reject(new RendererFault('has no style')))).toBe(1);
});

it.each([new RendererEnded('takes longer than 20 s'), new NotIsolated('no'), new Error('No bucket.')])(
  'tries again after a minute what may pass: $name',
  async (failure) => {
    expect(await countMaking(() => Promise.reject(failure))).toBe(2);
    const making = vi.fn(() => {
      throw failure;
    });
    expect(await countMaking(making)).toBe(2);
  },
);

it('retries after a minute if nothing could be made', async () => {
  expect(await countMaking(() => Promise.resolve(null))).toBe(2);
});

it('renews a place after the common pause', async () => {
  const latest = latestOf();
  const make = async () => {
    vi.advanceTimersByTime(1_000);
    return 'made';
  };
  latest('place', 'before', make);
  await new Promise(setImmediate);
  vi.advanceTimersByTime(3_000);
  expect(latest('place', 'after', make)).toBeNull();
  await new Promise(setImmediate);
  expect(latest('place', 'after', make)).toBe('made');
});

it('gives what is being made to whoever can wait, and says when others are made first', async () => {
  const latest = createTestLatest();
  const make = async () => {
    vi.advanceTimersByTime(1_000);
    return 'made';
  };
  const { shown, coming } = latest('place', 'a', make);
  expect(shown).toBeNull();
  expect(await latest('place', 'a', make).coming).toBe('made');
  expect(await coming).toBe('made');
  const others = latest('another', 'a', make);
  expect(others).toEqual({ shown: null, coming: undefined, lastTook: 1_000, free: expect.any(Promise) });
  vi.advanceTimersByTime(3_000);
  await others.free;
  expect(await latest('another', 'a', () => Promise.reject(new Error('No bucket.'))).coming).toBeNull();
  vi.advanceTimersByTime(30_000);
  // It rests for itself: waiting is in vain.
  expect(latest('another', 'a', make).free).toBeUndefined();
});

it('returns stale values while they hold, and renews them', async () => {
  const latest = latestOf((before, now) => now.startsWith(before));
  latest('place', 'a', async () => 'of a');
  await rested();
  const make = vi.fn(async () => 'of ab');
  expect(latest('place', 'ab', make)).toBe('of a');
  await rested();
  expect(latest('place', 'ab', make)).toBe('of ab');
  expect(latest('place', 'b', make)).toBeNull();
  await rested();
  expect(make).toHaveBeenCalledTimes(2);
});

it('drops stale values after a minute, even if renewing keeps failing', async () => {
  const latest = latestOf(() => true);
  latest('place', 'a', async () => 'of a');
  await new Promise(setImmediate);
  const fail = () => Promise.reject(new RendererEnded('takes longer than 20 s'));
  const shown: (string | null)[] = [];
  for (let half = 0; half < 4; half += 1) {
    shown.push(latest('place', `a and ${half}`, fail));
    await new Promise(setImmediate);
    vi.advanceTimersByTime(30_000);
  }
  expect(shown).toEqual(['of a', 'of a', null, null]);
});

const circle = { id: '1', name: 'Moss', memberCount: 3, place: 2, gate: null, way: { kind: 'open' } };
const answers = (...body: object[]) => ({ '/api/circles': { body, link: null } });

it.each([
  ['is as it was', [circle], true],
  ['has another one', [{ id: '2', name: 'Sauna' }, circle], true],
  ['has one more member', [{ ...circle, memberCount: 4 }], true],
  ['has another number that is no count', [{ ...circle, place: 3 }], false],
  ['has one member less', [{ ...circle, memberCount: 2 }], false],
  ['is gone', [{ ...circle, id: '2' }], false],
  ['has another name', [{ ...circle, name: 'Fern' }], false],
  ['is closed', [{ ...circle, way: { kind: 'shut' } }], false],
  ['no longer says something', [{ id: '1', name: 'Moss' }], false],
  ['says more', [{ ...circle, owner: 'maya' }], false],
  ['has come to have what it had not', [{ ...circle, gate: 3 }], false],
])('knows whether earlier data still hold: an item that %s', (_what, now, isSo) => {
  expect(stillHold(answers(circle), answers(...now))).toBe(isSo);
});

it('uses a quarter of the time at most, however many places change', async () => {
  const latest = latestOf();
  let busy = 0;
  const make = async () => {
    vi.advanceTimersByTime(500);
    busy += 500;
    return 'made';
  };
  for (let asked = 0; asked < 1_000; asked += 1) {
    latest(`place ${asked % 8}`, `key ${asked}`, make);
    await new Promise(setImmediate);
    vi.advanceTimersByTime(100);
  }
  expect(busy / performance.now()).toBeLessThan(0.26);
});
