import { hash } from 'node:crypto';
import type { PublicAnswers } from '../render/render-pages.ts';
import { RendererEnded, RendererFault } from '../render/run-renderer.ts';
import { createByteCache } from './byte-cache.ts';

/** The pause after rendering a page, as a multiple of the time it took. */
const restFactor = 3;
/** The minimum pause of a place after a transient failure, in milliseconds. */
const restAfterFailure = 60_000;

/** How long stale data may be shown, in milliseconds: rendering may fail repeatedly. */
const mostHeldMs = 60_000;

/** Size of the cached places, as JSON: enough for the live composition, a canary and a few earlier ones. */
const mostLetters = 16_000_000;

/** Returns the value of a place for some data. */
export type Latest<Data, Value> = (
  place: string,
  data: Data,
  make: () => Promise<Value | null>,
) => {
  /** The value for these data, or for earlier ones that still hold; null while there is neither. */
  shown: Value | null;
  /** The value for these data, if it is being made; null where that has failed. */
  coming?: Promise<Value | null> | undefined;
  /** How long the one before took, in milliseconds. */
  lastTook?: number;
  /** Where it is made after others: ends when the next one may be made. */
  free?: Promise<void> | undefined;
};

interface Kept<Data, Value> {
  key: string;
  data: Data;
  value: Value | null;
  /** When other data were first requested, on the clock of `performance`. */
  changedAt?: number;
}

/**
 * Caches the latest value of each place (stale-while-revalidate): values are made in the background, one at a time. Making them takes a quarter of the time at most, however often data change. A misfit is not retried with the same data, any other failure
 * not within a minute.
 *
 * @param onFailure receives what `make` threw
 * @param holds whether a value made of earlier data may still be shown
 */
export function createLatest<Data, Value>(
  onFailure: (error: unknown) => void,
  holds: (before: Data, now: Data) => boolean,
): Latest<Data, Value> {
  const kept = createByteCache<Kept<Data, Value>>(mostLetters);
  const restsUntil = new Map<string, number>();
  /** Ends when the next value may be made; null if it may be made now. */
  let busy: Promise<void> | null = null;
  let lastTook = 0;
  let underWay: { place: string; key: string; value: Promise<Value | null> } | null = null;
  const keep = (place: string, made: Kept<Data, Value>) => kept.set(place, made, JSON.stringify(made).length);
  async function renew(
    place: string,
    of: Omit<Kept<Data, Value>, 'value'>,
    make: () => Promise<Value | null>,
  ): Promise<Value | null> {
    const started = performance.now();
    let isFailed = false;
    try {
      // Later, so that a throw is no different from a rejection.
      const value = await Promise.resolve().then(make);
      if (value === null) isFailed = true;
      else keep(place, { ...of, value });
      return value;
    } catch (error) {
      if (isMisfit(error)) keep(place, { ...of, value: null });
      else isFailed = true;
      onFailure(error);
      return null;
    } finally {
      const now = performance.now();
      for (const [rested, until] of restsUntil) if (until < now) restsUntil.delete(rested);
      if (isFailed) restsUntil.set(place, now + restAfterFailure);
      lastTook = now - started;
      underWay = null;
    }
  }
  const rest = () =>
    new Promise<void>((resolve) => {
      const end = () => {
        busy = null;
        resolve();
      };
      setTimeout(end, restFactor * lastTook).unref();
    });
  return (place, data, make) => {
    const known = kept.get(place);
    const key = hashOfJson(data);
    if (known?.key === key) return { shown: known.value };
    const isResting = performance.now() < (restsUntil.get(place) ?? 0);
    if (!busy && !isResting) {
      const value = renew(place, { key, data }, make);
      underWay = { place, key, value };
      busy = value.then(rest);
    }
    const coming = underWay?.place === place && underWay.key === key ? underWay.value : undefined;
    if (!known || !holds(known.data, data))
      return { shown: null, coming, lastTook, free: (!isResting && busy) || undefined };
    known.changedAt ??= performance.now();
    return { shown: performance.now() - known.changedAt < mostHeldMs ? known.value : null, coming };
  };
}

/** Whether a retry with the same data is pointless. */
const isMisfit = (error: unknown) => error instanceof RendererFault && !(error instanceof RendererEnded);

const hashOfJson = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64');

/**
 * Whether everything in earlier answers still holds (D16): nothing was removed or changed, but items may have been added and counts may have
 * grown. Lists are compared by id, regardless of order.
 */
export function stillHold(before: PublicAnswers, now: PublicAnswers): boolean {
  // Links to further pages depend on the last item shown.
  const bodies = (answers: PublicAnswers) =>
    Object.fromEntries(Object.entries(answers).map(([call, answer]) => [call, answer && answer.body]));
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
