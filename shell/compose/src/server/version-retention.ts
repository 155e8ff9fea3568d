import type { Shown } from '../store/history-entry.ts';
import type { SiteStore } from '../store/site-store.ts';

/** How long what is live may be waited for where it was known before, and is taken to be the same in a bucket, in milliseconds. */
const patience = 1_000;

/** What a host hands in for the reading of what is live. */
export interface ShownOptions {
  /** Gets a line when the store is lost and one when it is back. */
  log?: Record<'error' | 'warn', (facts: object, text: string) => void>;
  /** What the log may say of an error. */
  describeError?: (error: unknown) => string;
  /** Calls back after so many milliseconds, unless what it returns was called before: one that forgives a busy process, for instance. */
  startDeadline?: (milliseconds: number, expire: () => void) => () => void;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function startTimer(milliseconds: number, expire: () => void): () => void {
  const timer = setTimeout(expire, milliseconds);
  return () => clearTimeout(timer);
}

/**
 * What visitors of an environment see. Where the store is away, is empty, or takes its time, it is what they saw last: its pages are in
 * memory. A folder is read each time, a bucket once a second, by one request for all.
 *
 * @returns reads it; null before anything is published; fails only where nothing has been read yet. `isLost` says whether the store is
 * away.
 */
export function lastShown(
  store: SiteStore,
  environment: string,
  { log, describeError = messageOf, startDeadline = startTimer }: ShownOptions = {},
): (() => Promise<Shown | null>) & { isLost(): boolean } {
  const isFolder = store.files.dir !== null;
  let last: Shown | null = null;
  let isLost = false;
  let under: Promise<Shown | null> | null = null;
  let begunAt = Number.NEGATIVE_INFINITY;

  function note(isLostNow: boolean, why = '', level: 'error' | 'warn' = 'error'): void {
    if (isLost === isLostNow) return;
    isLost = isLostNow;
    if (isLost)
      log?.[level]({ why }, 'The store of builds is lost: what was live last is served until it is back.');
    else log?.warn({}, 'The store of builds is back.');
  }

  async function read(): Promise<Shown | null> {
    try {
      const shown = await store.shown(environment);
      if (shown === null && last === null) return null;
      note(shown === null, 'Nothing is published in it.');
      last = shown ?? last;
    } catch (error) {
      note(true, describeError(error));
      if (last === null) throw error;
    }
    return last;
  }

  function begin(): Promise<Shown | null> {
    begunAt = performance.now();
    const reading = read().finally(() => {
      if (under === reading) under = null;
    });
    // Whoever stopped waiting for it does not hear of its end.
    reading.catch(() => undefined);
    under = reading;
    return reading;
  }

  async function readShown(): Promise<Shown | null> {
    const age = performance.now() - begunAt;
    const reading = isFolder || (!under && age > patience) ? begin() : under;
    if (reading === null || last === null) return reading ?? last;
    const known = last;
    const rest = isFolder ? patience : Math.max(0, patience - age);
    let inTime = (): void => undefined;
    const late = new Promise<Shown>((resolve) => {
      inTime = startDeadline(rest, () => {
        note(true, 'It does not answer.', 'warn');
        resolve(known);
      });
    });
    return Promise.race([reading, late]).finally(() => inTime());
  }
  return Object.assign(readShown, { isLost: () => isLost });
}
