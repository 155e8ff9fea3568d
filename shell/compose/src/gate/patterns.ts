import type { SiteDefinition } from '../model/site-definition.ts';

// Detects conflicts between patterns. Stricter than `matchesPath`: case is ignored, as readers and react-router do, and the copy of a page in
// another frame counts as the page.

/** A fixed segment of unreserved characters, other than `.` and `..`, or a parameter. */
const segment = String.raw`(?!\.{1,2}(?:/|$))[\w.~-]+|:[A-Za-z]\w*`;
const pattern = new RegExp(`^(?:/(?:${segment}))+$`);

/** Whether browsers, server and router interpret a pattern alike. */
export const isPattern = (path: string): boolean => pattern.test(path);

const segmentsOf = (path: string) => path.toLowerCase().split('/').filter(Boolean);
const isParameter = (one: string) => one.startsWith(':');

/** The pattern without names of parameters: patterns of the same shape match the same addresses. */
export const shapeOf = (path: string): string =>
  `/${segmentsOf(path)
    .map((one) => (isParameter(one) ? ':' : one))
    .join('/')}`;

const fit = (one: string, other: string | undefined) =>
  other !== undefined && (one === other || isParameter(one) || isParameter(other));

/** Whether a pattern matches an address at or below a fixed path. */
export function isBelow(path: string, above: string): boolean {
  const segments = segmentsOf(path);
  return segmentsOf(above).every((one, index) => fit(one, segments[index]));
}

/** Whether an address matches both patterns, in any frame. */
export function overlap(site: Pick<SiteDefinition, 'frames'>, a: string, b: string): boolean {
  const [one, other] = [segmentsOutside(site, a), segmentsOutside(site, b)];
  return one.length === other.length && one.every((part, index) => fit(part, other[index]));
}

/** The segments of a path without its frame. */
function segmentsOutside({ frames }: Pick<SiteDefinition, 'frames'>, path: string): string[] {
  const [first = '', ...rest] = segmentsOf(path);
  return Object.hasOwn(frames, `/${first}`) ? rest : segmentsOf(path);
}
