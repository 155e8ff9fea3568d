import type { VitalName, VitalRating } from '../model/calls.ts';

/** Thresholds of good and poor values (web.dev/vitals), in milliseconds; CLS is a score. */
const limits: Record<VitalName, { good: number; poor: number }> = {
  LCP: { good: 2_500, poor: 4_000 },
  INP: { good: 200, poor: 500 },
  CLS: { good: 0.1, poor: 0.25 },
};

/** Rates a measured value. */
export function rate(name: VitalName, value: number): VitalRating {
  const { good, poor } = limits[name];
  if (value <= good) return 'good';
  return value <= poor ? 'needs-improvement' : 'poor';
}
