import type { AgeBand } from './members.ts';

/** Youngest and oldest age of each band, both included. */
export const ageRanges: Readonly<Record<AgeBand, readonly [youngest: number, oldest: number]>> = {
  '18-25': [18, 25],
  '26-35': [26, 35],
  '36-45': [36, 45],
  '46+': [46, Number.POSITIVE_INFINITY],
};

/** The band that an age is in; null for one that is in none. */
export function ageBandOf(age: number): AgeBand | null {
  for (const band of Object.keys(ageRanges)) {
    // True because the keys are written down above.
    const known = band as AgeBand;
    const [youngest, oldest] = ageRanges[known];
    if (age >= youngest && age <= oldest) return known;
  }
  return null;
}
