import { createHash } from 'node:crypto';
import type { PublicAnswers } from '../render/render-pages.ts';
import { RendererEnded, RendererFault } from '../render/run-renderer.ts';

/** The pause after rendering a page, as a multiple of the time it took. */
const restFactor = 3;
/** The minimum pause of a place after a transient failure, in milliseconds. */
const restAfterFailure = 60_000;

/** How long stale data may be shown, in milliseconds: rendering may fail repeatedly. */
const mostHeldMs = 60_000;

/** Maximum number of cached places: enough for the live composition, a canary and a few earlier ones. */
const mostPlaces = 24;

/** Returns the value of a place for some data, or for earlier data that still hold; null while there is neither. */
export type Latest<Data, Value> = (
  place: string,
  data: Data,
  make: () => Promise<Value | null>,
) => Value | null;

interface Kept<Data, Value> {
  key: string;
  data: Data;
  value: Value | null;
  /** When other data were first requested, on the clock of `performance`. */
  changedAt?: number;
}

/**
 * Caches the latest value of each place (stale-while-revalidate): values are made in the background, one at a time, and no request waits for
 * one. Making them takes a quarter of the time at most, however often data change. A misfit is not retried with the same data, any other failure
 * not within a minute.
 *
 * @param onFailure receives what `make` threw
 * @param holds whether a value made of earlier data may still be shown
 */
export function createLatest<Data, Value>(
  onFailure: (error: unknown) => void,
  holds: (before: Data, now: Data) => boolean,
): Latest<Data, Value> {
  const kept = new Map<string, Kept<Data, Value>>();
  const restsUntil = new Map<string, number>();
  let allRestUntil = 0;
  let isBusy = false;
  function keep(place: string, made: Kept<Data, Value>): void {
    // Least recently made first.
    kept.delete(place);
    kept.set(place, made);
    for (const oldest of kept.keys()) if (kept.size > mostPlaces) kept.delete(oldest);
  }
  async function renew(
    place: string,
    of: Omit<Kept<Data, Value>, 'value'>,
    make: () => Promise<Value | null>,
  ): Promise<void> {
    isBusy = true;
    const started = performance.now();
    let isFailed = false;
    try {
      const value = await make();
      if (value === null) isFailed = true;
      else keep(place, { ...of, value });
    } catch (error) {
      if (isMisfit(error)) keep(place, { ...of, value: null });
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
  return (place, data, make) => {
    const known = kept.get(place);
    const key = hashOfJson(data);
    if (known?.key === key) return known.value;
    const restUntil = Math.max(restsUntil.get(place) ?? 0, allRestUntil);
    if (!isBusy && performance.now() >= restUntil) void renew(place, { key, data }, make);
    if (!known || !holds(known.data, data)) return null;
    known.changedAt ??= performance.now();
    return performance.now() - known.changedAt < mostHeldMs ? known.value : null;
  };
}

/** Whether a retry with the same data is pointless. */
const isMisfit = (error: unknown) => error instanceof RendererFault && !(error instanceof RendererEnded);

const hashOfJson = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64');

/**
 * Whether everything in earlier answers still holds (D16): nothing was removed or changed, but items may have been added and counts may have
 * grown. Lists are compared by id, regardless of order.
 */
export function stillHold(before: PublicAnswers, now: PublicAnswers): boolean {
  // Links to further pages depend on the last item shown.
  const bodies = (answers: PublicAnswers) =>
    Object.fromEntries(Object.entries(answers).map(([call, { body }]) => [call, body]));
  return isStillSo(bodies(before), bodies(now));
}

function isStillSo(before: unknown, now: unknown, name = ''): boolean {
  if (/Count$|^unique/.test(name) && Number.isInteger(before) && Number.isInteger(now))
    return Number(before) <= Number(now);
  if (Array.isArray(before)) {
    if (!Array.isArray(now)) return false;
    const byId = new Map(now.map((one, at) => [idOf(one) ?? at, one]));
    return before.every((one, at) => isStillSo(one, byId.get(idOf(one) ?? at)));
  }
  if (typeof before !== 'object' || before === null) return Object.is(before, now);
  if (typeof now !== 'object' || now === null || Array.isArray(now)) return false;
  const held = new Map<string, unknown>(Object.entries(now));
  const entries = Object.entries(before);
  return (
    entries.length === held.size && entries.every(([name, value]) => isStillSo(value, held.get(name), name))
  );
}

const idOf = (one: unknown): unknown =>
  typeof one === 'object' && one !== null && 'id' in one ? one.id : undefined;
