import type { Circle } from '@frens/contract';

/**
 * The circles whose name or description contains the words searched for, in any case.
 * The server means the same by its parameter `q` (D1).
 */
export function filterCircles(circles: readonly Circle[], search: string): Circle[] {
  const wanted = search.trim().toLowerCase();
  return circles.filter(
    ({ name, description }) =>
      name.toLowerCase().includes(wanted) || description.toLowerCase().includes(wanted),
  );
}
