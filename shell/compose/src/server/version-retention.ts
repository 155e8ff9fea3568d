import type { Shown } from '../store/history-entry.ts';
import type { SiteStore } from '../store/site-store.ts';

/** How long to wait for the live composition if an earlier one is known, and how long a bucket's is cached, in milliseconds. */
const patience = 1_000;

/** What the host provides for reading the live composition. */
export interface ShownOptions {
  /** Receives a line when the store is lost and one when it is back. */
  log?: Record<'error' | 'warn', (facts: object, text: string) => void>;
  /** Describes an error for the log. */
  describeError?: (error: unknown) => string;
  /** Starts a timer and returns what cancels it; a host may extend it while the process is busy. */
  startDeadline?: (milliseconds: number, expire: () => void) => () => void;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function startTimer(milliseconds: number, expire: () => void): () => void {
  const timer = setTimeout(expire, milliseconds);
  return () => clearTimeout(timer);
}

/**
 * Creates the reader of what visitors of an environment see. While the store is lost, empty or slow, that is what they saw last, whose pages are
 * in memory. A folder is read each time; a bucket once a second, by one shared request.
 *
 * @returns the reader: null before anything is published; it fails only before its first success. `isLost` tells whether the store is lost
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
      log?.[level](
        { why },
        'The store of builds is lost: the last live composition is served until it is back.',
      );
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
    // Nobody may be waiting for it any more.
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
