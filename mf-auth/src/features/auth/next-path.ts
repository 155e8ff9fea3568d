const home = '/dashboard';

/** Only the shape of an address is read from it. */
const anySite = 'https://site.invalid';

/**
 * Where to go after signing in: the wanted page when it is a path of this site (D6), else the dashboard.
 *
 * @param next the `next` parameter of the address, which anybody may have written
 */
export function nextPath(next: string | null): string {
  if (!next?.startsWith('/')) return home;
  let url: URL;
  try {
    url = new URL(next, anySite);
  } catch {
    return home; // Not an address at all, for instance `//`.
  }
  // The parser drops tabs, turns `\` into `/` and resolves dots, as a browser would: only what is left decides.
  if (url.origin !== anySite || url.pathname.startsWith('//')) return home;
  return url.pathname + url.search + url.hash;
}
