import { keptQuizDays } from '@frens/contract/kept-quiz';
import { safeLocalStorage } from '@frens/platform';
import { isRecord } from './features/quiz/submission.ts';

/** How long this browser keeps answers of the quiz, whole or not. */
const keptMilliseconds = keptQuizDays * 24 * 60 * 60 * 1_000;

/** A place in this browser for something that outlives the tab, for `keptQuizDays`. */
export interface KeptPlace {
  /** @returns whether the browser took it */
  keep(value: Readonly<Record<string, unknown>>, now: number): boolean;
  /** What is kept, as it was written; what is older is forgotten on the way. Null when there is nothing. */
  read(now: number): Record<string, unknown> | null;
  forget(): void;
}

/** The place under a name. A browser may refuse to keep anything: it is then as if nothing was there. */
export function keptPlace(name: string): KeptPlace {
  const place: KeptPlace = {
    // The page must not promise what the browser refuses.
    keep: (value, now) => safeLocalStorage.write(name, JSON.stringify({ ...value, keptAt: now })),
    read(now) {
      let kept: unknown;
      try {
        kept = JSON.parse(safeLocalStorage.read(name) ?? 'null');
      } catch {
        return null; // Text that is not ours: as if nothing waited.
      }
      if (!isRecord(kept) || typeof kept.keptAt !== 'number') return null;
      // A date in the future means that the clock was set back since; it then waits no longer than usual.
      if (Math.abs(now - kept.keptAt) < keptMilliseconds) return kept;
      place.forget();
      return null;
    },
    forget: () => safeLocalStorage.remove(name),
  };
  return place;
}
