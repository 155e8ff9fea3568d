import { secrets } from './current-platform.ts';

// Secret parameters of the page's address live in memory alone: a reload or another tab does not have them.

/**
 * Takes parameters out of the address and keeps them in memory, so that they reach no history, no link and no referrer.
 * The shell calls it with what `remote.json` declares for the page, before it fetches or renders anything.
 *
 * @param names parameters that the page declares as secret
 */
export function takeSecrets(names: readonly string[]): void {
  const address = new URL(location.href);
  for (const name of names) {
    const value = address.searchParams.get(name);
    if (value === null) continue;
    secrets.set(name, value);
    address.searchParams.delete(name);
  }
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}

/** A secret parameter that the page was opened with (`secrets` in `remote.json`), or null. It stays readable until it is forgotten. */
export function readSecret(name: string): string | null {
  return secrets.get(name) ?? null;
}

/** Forgets a secret parameter once it has been used. */
export function forgetSecret(name: string): void {
  secrets.delete(name);
}
