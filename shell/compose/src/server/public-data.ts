import { createHash } from 'node:crypto';
import { RendererEnded, RendererFault } from '../render/run-renderer.ts';

/** How much longer than it took to make a page the next one waits. */
const restFactor = 3;
/** How long a place waits after a failure that may pass, in milliseconds: at least. */
const restAfterFailure = 60_000;

/** The most cached places: enough for the live composition, a canary and a few earlier ones. */
const mostPlaces = 24;

/** Gives what is made of a key in its place: null while it is not made. */
export type Latest<Value> = (place: string, key: string, make: () => Promise<Value | null>) => Value | null;

/**
 * Keeps the latest value of each place, under the key that it was made of, and makes others beside the requests, one at a time: nobody waits for
 * one. All together take a quarter of the time at most, however often keys change. What does not fit is not tried again under the same key, and
 * what could not be made for another reason not within a minute.
 *
 * @param onFailure called with what `make` threw
 */
export function createLatest<Value>(onFailure: (error: unknown) => void): Latest<Value> {
  const kept = new Map<string, { key: string; value: Value | null }>();
  const restsUntil = new Map<string, number>();
  let allRestUntil = 0;
  let isBusy = false;
  function keep(place: string, key: string, value: Value | null): void {
    // Made last, forgotten last.
    kept.delete(place);
    kept.set(place, { key, value });
    for (const oldest of kept.keys()) if (kept.size > mostPlaces) kept.delete(oldest);
  }
  async function renew(place: string, key: string, make: () => Promise<Value | null>): Promise<void> {
    isBusy = true;
    const started = performance.now();
    let isFailed = false;
    try {
      const value = await make();
      if (value === null) isFailed = true;
      else keep(place, key, value);
    } catch (error) {
      if (isMisfit(error)) keep(place, key, null);
      else isFailed = true;
      onFailure(error);
    } finally {
      const now = performance.now();
      for (const [rested, until] of restsUntil) if (until < now) restsUntil.delete(rested);
      if (isFailed) restsUntil.set(place, now + restAfterFailure);
      allRestUntil = now + restFactor * (now - started);
      isBusy = false;
    }
  }
  return (place, key, make) => {
    const known = kept.get(place);
    if (known?.key === key) return known.value;
    const restUntil = Math.max(restsUntil.get(place) ?? 0, allRestUntil);
    if (!isBusy && performance.now() >= restUntil) void renew(place, key, make);
    return null;
  };
}

/** Whether the same data will never fit. */
const isMisfit = (error: unknown) => error instanceof RendererFault && !(error instanceof RendererEnded);

/** What stands for a value as a key. */
export const hashOfJson = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64');
