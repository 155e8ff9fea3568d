import { safeSessionStorage } from './browser-storage.ts';
import { secrets } from './current-platform.ts';

// Secret parameters of the page's address live in memory, and in this tab until they are used: they survive a reload, or a phone
// that drops the tab while its member reads mail, and are not shared with other tabs (docs/decisions/0093).

/** A stored secret. */
interface Kept {
  value: string;
  /** When it arrived with an address, in milliseconds. */
  at: number;
}

const prefix = 'secret:';

/** How long one is stored in the tab, in milliseconds. */
const patience = 15 * 60_000;

/**
 * Removes parameters from the URL and stores them, so that they reach no history, link or referrer; without any in the
 * URL, those stored before a reload are used. The shell calls it with the parameters that `remote.json` declares for the page,
 * before it fetches or renders anything.
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
  // Without storage it lasts as long as the page.
  safeSessionStorage.write(prefix + name, JSON.stringify(secret));
}

function kept(): (readonly [name: string, Kept])[] {
  try {
    return (
      safeSessionStorage
        .keys(prefix)
        // Safe: only `keep` writes under this prefix.
        .map((name) => [name, JSON.parse(safeSessionStorage.read(prefix + name) ?? '') as Kept] as const)
    );
  } catch {
    return []; // Malformed: ignored.
  }
}

function forgetKept(isOver: (name: string, secret: Kept) => boolean): void {
  for (const [name, secret] of kept()) {
    if (isOver(name, secret)) safeSessionStorage.remove(prefix + name);
  }
}
