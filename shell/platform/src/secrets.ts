import { safeSessionStorage } from './browser-storage.ts';
import { secrets } from './current-platform.ts';

// Secret parameters of the page's address live in memory, and in this tab until they are used: a reload, or a phone that drops the tab for
// its mail program, still has them, and another tab does not (docs/decisions/0093).

/** What one kept before a reload. */
interface Kept {
  value: string;
  /** When it came with an address, in milliseconds. */
  at: number;
}

const prefix = 'secret:';

/** How long one waits in the tab, in milliseconds. */
const patience = 15 * 60_000;

/**
 * Takes parameters out of the address and keeps them, so that they reach no history, no link and no referrer; without any in the address
 * those count that a reload left behind. The shell calls it with what `remote.json` declares for the page, before it fetches or renders
 * anything.
 *
 * @param names parameters that the page declares as secret
 */
export function takeSecrets(names: readonly string[]): void {
  const address = new URL(location.href);
  const brought = names.filter((name) => address.searchParams.has(name));
  forgetKept((name, { at }) => brought.length > 0 || at + patience < Date.now() || !names.includes(name));
  for (const name of brought) {
    const value = address.searchParams.get(name) ?? '';
    secrets.set(name, value);
    keep(name, { value, at: Date.now() });
    address.searchParams.delete(name);
  }
  for (const [name, { value }] of kept()) secrets.set(name, value);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}

/** A secret parameter that the page was opened with (`secrets` in `remote.json`), or null. It stays readable until it is forgotten. */
export function readSecret(name: string): string | null {
  return secrets.get(name) ?? null;
}

/** Forgets a secret parameter once it has been used. */
export function forgetSecret(name: string): void {
  secrets.delete(name);
  forgetKept((other) => other === name);
}

function keep(name: string, secret: Kept): void {
  // Where it is refused, it lasts as long as the page.
  safeSessionStorage.write(prefix + name, JSON.stringify(secret));
}

function kept(): (readonly [name: string, Kept])[] {
  try {
    return (
      safeSessionStorage
        .keys(prefix)
        // True because only `keep` writes under this prefix.
        .map((name) => [name, JSON.parse(safeSessionStorage.read(prefix + name) ?? '') as Kept] as const)
    );
  } catch {
    return []; // Written by something else: as if nothing had been kept.
  }
}

function forgetKept(isOver: (name: string, secret: Kept) => boolean): void {
  for (const [name, secret] of kept()) {
    if (isOver(name, secret)) safeSessionStorage.remove(prefix + name);
  }
}
