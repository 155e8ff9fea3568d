import type { SiteDefinition } from '../model/site-definition.ts';

// Which addresses the patterns of two remotes share. Stricter than `matchesPath`: addresses that differ only in case count as one,
// because readers take them for one, and so does react-router; and a page and its twin in another frame belong to one remote.

/** A fixed segment of unreserved characters, other than `.` and `..`, or a parameter. */
const segment = String.raw`(?!\.{1,2}(?:/|$))[\w.~-]+|:[A-Za-z]\w*`;
const pattern = new RegExp(`^(?:/(?:${segment}))+$`);

/** Whether a path is a pattern that browsers, server and router read alike. */
export const isPattern = (path: string): boolean => pattern.test(path);

const segmentsOf = (path: string) => path.toLowerCase().split('/').filter(Boolean);
const isParameter = (one: string) => one.startsWith(':');

/** The pattern with its parameters unnamed: what has the same shape has the same addresses. */
export const shapeOf = (path: string): string =>
  `/${segmentsOf(path)
    .map((one) => (isParameter(one) ? ':' : one))
    .join('/')}`;

const fit = (one: string, other: string | undefined) =>
  other !== undefined && (one === other || isParameter(one) || isParameter(other));

/** Whether a pattern has an address at or below a fixed path. */
export function isBelow(path: string, above: string): boolean {
  const segments = segmentsOf(path);
  return segmentsOf(above).every((one, index) => fit(one, segments[index]));
}

/** Whether some address fits both patterns, in any frame. */
export function overlap(site: Pick<SiteDefinition, 'frames'>, a: string, b: string): boolean {
  const [one, other] = [segmentsOutside(site, a), segmentsOutside(site, b)];
  return one.length === other.length && one.every((part, index) => fit(part, other[index]));
}

/** A page and its twin in another frame have the same segments here. */
function segmentsOutside({ frames }: Pick<SiteDefinition, 'frames'>, path: string): string[] {
  const [first = '', ...rest] = segmentsOf(path);
  return Object.hasOwn(frames, `/${first}`) ? rest : segmentsOf(path);
}
