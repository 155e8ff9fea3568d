/**
 * Tells whether a pathname fits a pattern such as `/songs/:songId`. A slash at the end makes no difference.
 *
 * @param pattern path in react-router's notation, without optional segments or splats
 * @param pathname path of an address, without query
 */
export const matchesPath = (pattern: string, pathname: string): boolean => patternFits(pathname)(pattern);

/** Prepares a pathname for matching against many patterns. */
export function patternFits(pathname: string): (pattern: string) => boolean {
  const given = segmentsOf(pathname);
  const plain = `/${given.join('/')}`;
  return (pattern) => {
    if (pattern === plain) return true;
    // Fast path: without parameters and repeated slashes only an equal path matches.
    if (!/:|\/(?:\/|$)/.test(pattern)) return false;
    const wanted = segmentsOf(pattern);
    return (
      wanted.length === given.length &&
      wanted.every((segment, index) => segment.startsWith(':') || segment === given[index])
    );
  };
}

/** Stands for the parameter of an address in the page that is rendered for all of them. */
export const parameterPlaceholder = 'Any-Parameter';

/** An address that fits a rendered path, with the placeholder for its parameter by default. */
export const addressOf = (path: string, parameter: string = parameterPlaceholder): string =>
  path.replace(/:[^/]+$/, () => parameter);

/** The parameters of a pathname, by their names in the pattern that it fits. */
export function parametersIn(pattern: string, pathname: string): Record<string, string> {
  const given = segmentsOf(pathname);
  return Object.fromEntries(
    segmentsOf(pattern).flatMap((segment, at) =>
      segment.startsWith(':') ? [[segment.slice(1), decodeURIComponent(given[at] ?? '')]] : [],
    ),
  );
}

const segmentsOf = (path: string) => path.split('/').filter(Boolean);
