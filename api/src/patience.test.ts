import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startDeadline } from './patience.ts';

/** Whether the deadline or the work came first. */
const race = (ms: number, work: Promise<unknown>) =>
  new Promise<string>((resolve) => {
    const stop = startDeadline(ms, () => resolve('late'));
    void work.then(() => {
      stop();
      resolve('done');
    });
  });

it('expires after its time', async () => {
  const startedAt = performance.now();
  expect(await race(100, new Promise(() => {}))).toBe('late');
  expect(performance.now() - startedAt).toBeGreaterThan(95);
});

it('does not count delays of this process (D78)', async () => {
  // Several turns of the loop and the pool, like a store's read, which finish long before the deadline.
  const work = async () => {
    for (let turn = 0; turn < 3; turn += 1) await readFile(import.meta.filename);
  };
  const block = async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const until = performance.now() + 150;
      while (performance.now() < until);
      await setTimeout();
    }
  };
  const racing = race(200, work());
  await block();
  expect(await racing).toBe('done');
});
