/** Addresses that are no pages: what the server answers itself. */
const served = /^\/(api|media|shell|remotes)\//;

/** A text in quotes or backticks that begins as an address does, up to its query, to its first value, or to its end. */
const literal = /(["'`])((?:\/[a-z0-9][a-z0-9-]*)+\/?)(?=\1|[?#]|\$\{)(\$\{)?/g;

/**
 * Reads from built code the pages of the site that it leads to: whatever is written there as an address, be it in a link, a redirect or a
 * table of paths. It is read from what was built, because members get that, and a link that was left out of a list by hand is one that nobody checks.
 *
 * @param code a script of a build
 * @returns pathnames; a value stands as `:`, and what comes after it is not known, so `/panda/:` stands for all that begins so
 */
export function linksIn(code: string): string[] {
  const links = new Set<string>();
  for (const [, , address = '', value] of code.matchAll(literal)) {
    // What ends with a slash and has nothing behind it is compared with, not gone to.
    const link = address.endsWith('/') ? (value ? `${address}:` : '') : address;
    if (link !== '' && !served.test(`${address}/`)) links.add(link);
  }
  return [...links].sort();
}
