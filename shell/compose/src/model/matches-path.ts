/**
 * Tells whether a pathname fits a pattern such as `/songs/:songId`. A slash at the end makes no difference.
 *
 * @param pattern path in react-router's notation, without optional segments or splats
 * @param pathname path of an address, without query
 */
export const matchesPath = (pattern: string, pathname: string): boolean => patternFits(pathname)(pattern);

/** The same for many patterns: each link of a page looks for the page that it leads to. */
export function patternFits(pathname: string): (pattern: string) => boolean {
  const given = segmentsOf(pathname);
  const plain = `/${given.join('/')}`;
  return (pattern) => {
    if (pattern === plain) return true;
    // Without parameters and further slashes it is spelt as the address is, or fits it not.
    if (!/:|\/(?:\/|$)/.test(pattern)) return false;
    const wanted = segmentsOf(pattern);
    return (
      wanted.length === given.length &&
      wanted.every((segment, index) => segment.startsWith(':') || segment === given[index])
    );
  };
}

const segmentsOf = (path: string) => path.split('/').filter(Boolean);
