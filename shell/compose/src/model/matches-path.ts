/**
 * Tells whether a pathname fits a pattern such as `/songs/:songId`. A slash at the end makes no difference.
 *
 * @param pattern path in react-router's notation, without optional segments or splats
 * @param pathname path of an address, without query
 */
export function matchesPath(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/').filter(Boolean);
  const given = pathname.split('/').filter(Boolean);
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment.startsWith(':') || segment === given[index])
  );
}
