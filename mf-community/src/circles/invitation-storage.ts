import { safeLocalStorage } from '@frens/platform';

const storageKey = 'circles:invitation';
/** Long enough to sign up, confirm an address and complete a profile. */
const lifetimeMs = 24 * 60 * 60 * 1_000;

/** Stores an invitation code in this browser, so that it survives signing in or up. */
export function storeInvitation(code: string, now: number): void {
  // Without local storage, the open page still holds the code.
  safeLocalStorage.write(storageKey, JSON.stringify({ code, keptAt: now }));
}

/** The code stored less than a day ago, or null. */
export function readInvitation(now: number): string | null {
  try {
    const item: unknown = JSON.parse(safeLocalStorage.read(storageKey) ?? 'null');
    if (typeof item !== 'object' || item === null || !('code' in item) || !('keptAt' in item)) return null;
    const isFresh = typeof item.keptAt === 'number' && Math.abs(now - item.keptAt) < lifetimeMs;
    return isFresh && typeof item.code === 'string' ? item.code : null;
  } catch {
    return null; // Foreign data counts as nothing.
  }
}

/** Removes a used or dismissed code. */
export function forgetInvitation(): void {
  safeLocalStorage.remove(storageKey);
}
