import { expect, it } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

it('runs work with a shared key sequentially, in order of arrival', async () => {
  const mutex = createKeyedMutex();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await pause();
    seen.push(`${name} ends`);
  };
  await Promise.all([
    mutex.runExclusive(['a', 'b'], work('first')),
    mutex.runExclusive(['b', 'c'], work('second')),
    mutex.runExclusive(['c', 'a'], work('third')),
  ]);
  expect(seen).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
    'third begins',
    'third ends',
  ]);
});

it('runs work without a shared key concurrently', async () => {
  const mutex = createKeyedMutex();
  let met = false;
  let release = (): void => undefined;
  const first = mutex.runExclusive(['a'], () => new Promise<void>((resolve) => (release = resolve)));
  await mutex.runExclusive(['b'], async () => {
    met = true;
  });
  expect(met).toBe(true);
  release();
  await first;
});

it('continues after a failure', async () => {
  const mutex = createKeyedMutex();
  const failing = mutex.runExclusive(['a'], () => Promise.reject(new Error('failed')));
  const next = mutex.runExclusive(['a'], () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});

it('drops aborted work and keeps the order of the rest', async () => {
  const mutex = createKeyedMutex();
  const seen: string[] = [];
  const waits = new AbortController();
  let release = (): void => undefined;
  const first = mutex.runExclusive(['a'], () => new Promise<void>((resolve) => (release = resolve)));
  const second = mutex.runExclusive(['a'], async () => void seen.push('second'), waits.signal);
  const third = mutex.runExclusive(['a'], async () => void seen.push('third'));
  waits.abort(new Error('gave up'));
  await expect(second).rejects.toThrow('gave up');
  await pause();
  expect(seen).toEqual([]);
  release();
  await Promise.all([first, third]);
  expect(seen).toEqual(['third']);
});
