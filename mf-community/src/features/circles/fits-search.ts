import type { Circle } from '@frens/contract';
import { type ListFilters, textsContain } from '@frens/platform';

/**
 * Whether a circle's name or description contains the search text.
 * Matches the semantics of the server's `q` (D1).
 */
export function fitsSearch({ name, description }: Circle, { q }: ListFilters): boolean {
  return textsContain([name, description], q);
}
