import type { Circle } from '@frens/contract';
import { textsContain } from '@frens/contract/search-text';
import type { ListFilters } from '@frens/platform';

/**
 * Whether a circle's name or description contains the words searched for, ignoring case and accents.
 * The server means the same by its parameter `q` (D1).
 */
export function fitsSearch({ name, description }: Circle, { q }: ListFilters): boolean {
  return textsContain([name, description], q);
}
