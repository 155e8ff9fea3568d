/** Addresses that the server answers itself; they are not pages. */
const served = /^\/(api|media|shell|remotes)\//;

/** A string literal that starts like a path, up to its query, its first placeholder or its end. */
const literal = /(["'`])((?:\/[a-z0-9][a-z0-9-]*)+\/?)(?=\1|[?#]|\$\{)(\$\{)?/g;

/**
 * Finds the pages that built code links to: every path literal, in links, redirects and tables of paths. It reads the build because a
 * hand-written list of links could miss one.
 *
 * @param code a script of a build
 * @returns pathnames; `:` replaces a placeholder and everything after it, so `/songs/:` means any path with this prefix
 */
export function linksIn(code: string): string[] {
  const links = new Set<string>();
  for (const [, , address = '', value] of code.matchAll(literal)) {
    // A prefix that ends with a slash is used for comparison, not as a link.
    const link = address.endsWith('/') ? (value ? `${address}:` : '') : address;
    if (link !== '' && !served.test(`${address}/`)) links.add(link);
  }
  return [...links].sort();
}
