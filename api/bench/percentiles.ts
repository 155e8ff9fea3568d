export interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
}

/** Percentiles of times in milliseconds. */
export function percentilesOf(times: readonly number[]): Percentiles {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) * 100) / 100;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** A ratio rounded to two digits. */
export const ratioOf = (one: number, other: number): number => Math.round((one / other) * 100) / 100;
