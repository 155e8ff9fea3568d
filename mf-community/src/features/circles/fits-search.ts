import type { Circle } from '@frens/contract';
import { textsContain } from '@frens/contract/search-text';

/**
 * The circles whose name or description contains the words searched for, ignoring case and accents.
 * The server means the same by its parameter `q` (D1).
 */
export function filterCircles(circles: readonly Circle[], search: string): Circle[] {
  return circles.filter(({ name, description }) => textsContain([name, description], search));
}
