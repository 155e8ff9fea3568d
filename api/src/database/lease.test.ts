import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdLease } from './lease.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A lease of 900 ms, renewed every 300, with scripted responses of the database. */
function leaseWith(answers: Array<number | Error>) {
  const updateOne = () => {
    const answer = answers.shift() ?? 1;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ matchedCount: answer });
  };
  // Safe: nothing else of the collection and the result is used.
  return holdLease({ updateOne } as unknown as Parameters<typeof holdLease>[0], 'me', 900);
}

const away = () => new Error('the database is away');

it('keeps a lease when one renewal fails', async () => {
  const lease = leaseWith([away(), 1, away(), away()]);
  await vi.advanceTimersByTimeAsync(1300);
  expect(() => lease.check()).not.toThrow();
  lease.stop();
});

it('loses a lease when renewals fail until it expires', async () => {
  const lease = leaseWith([away(), away(), away()]);
  await vi.advanceTimersByTimeAsync(899);
  expect(() => lease.check()).not.toThrow();
  await vi.advanceTimersByTimeAsync(1);
  expect(() => lease.check()).toThrow('Another process took over');
  lease.stop();
});

it('loses a lease for good when another process holds it', async () => {
  const lease = leaseWith([0, 1, 1]);
  await vi.advanceTimersByTimeAsync(700);
  expect(() => lease.check()).toThrow('Another process took over');
  lease.stop();
});
