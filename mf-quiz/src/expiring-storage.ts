import { keptQuizDays } from '@frens/contract/kept-quiz';
import { safeLocalStorage } from '@frens/platform';
import { isRecord } from './features/quiz/submission.ts';

/** Lifetime of quiz answers in this browser, complete or not. */
const lifetimeMs = keptQuizDays * 24 * 60 * 60 * 1_000;

/** A slot in local storage that expires after `keptQuizDays`. */
export interface ExpiringStorage {
  /** @returns whether the browser stored it */
  write(value: Readonly<Record<string, unknown>>, now: number): boolean;
  /** The stored value, unvalidated; null if there is none. Removes it if expired. */
  read(now: number): Record<string, unknown> | null;
  forget(): void;
}

/** The slot of a name. If the browser refuses storage, the slot stays empty. */
export function expiringStorage(name: string): ExpiringStorage {
  const place: ExpiringStorage = {
    // The result matters: the page must not promise what the browser refuses.
    write: (value, now) => safeLocalStorage.write(name, JSON.stringify({ ...value, keptAt: now })),
    read(now) {
      let stored: unknown;
      try {
        stored = JSON.parse(safeLocalStorage.read(name) ?? 'null');
      } catch {
        return null; // Foreign data counts as nothing.
      }
      if (!isRecord(stored) || typeof stored.keptAt !== 'number') return null;
      // A date in the future means that the clock was set back; `abs` still expires it after the usual time.
      if (Math.abs(now - stored.keptAt) < lifetimeMs) return stored;
      place.forget();
      return null;
    },
    forget: () => safeLocalStorage.remove(name),
  };
  return place;
}
