import { safeLocalStorage } from '@frens/platform';

const storageKey = 'circles:invitation';
/** Long enough to sign up, confirm an address and fill in a profile. */
const keptMilliseconds = 24 * 60 * 60 * 1_000;

/** Keeps the code of a link into a circle in this browser, so that signing in or up first does not lose it. */
export function storeInvitation(code: string, now: number): void {
  // Where it is refused, the page holds it for as long as it is open.
  safeLocalStorage.write(storageKey, JSON.stringify({ code, keptAt: now }));
}

/** The code that was kept less than a day ago; null where there is none. */
export function readInvitation(now: number): string | null {
  try {
    const kept: unknown = JSON.parse(safeLocalStorage.read(storageKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('code' in kept) || !('keptAt' in kept)) return null;
    const isFresh = typeof kept.keptAt === 'number' && Math.abs(now - kept.keptAt) < keptMilliseconds;
    return isFresh && typeof kept.code === 'string' ? kept.code : null;
  } catch {
    return null; // Text that is not ours: as if nothing was kept.
  }
}

/** Forgets the code: it was used, or is not wanted. */
export function forgetInvitation(): void {
  safeLocalStorage.remove(storageKey);
}
