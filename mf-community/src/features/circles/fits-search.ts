import type { Circle } from '@frens/contract';
import { type ListFilters, textsContain } from '@frens/platform';

/**
 * Whether a circle's name or description contains the words searched for, as searches compare texts.
 * The server means the same by its parameter `q` (D1).
 */
export function fitsSearch({ name, description }: Circle, { q }: ListFilters): boolean {
  return textsContain([name, description], q);
}
