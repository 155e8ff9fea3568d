/** Axis ticks, lowest first. */
export interface Scale {
  ticks: number[];
  /** Relative position of a value: 0 at the bottom, 1 at the top. */
  shareOf(value: number): number;
}

const steps = [1, 2, 2.5, 5, 10];

/** Two to five round ticks that span all values. */
export function scaleOf(values: readonly number[], fromZero: boolean): Scale {
  const low = fromZero ? 0 : Math.min(...values);
  // A constant series gets a span around it, to avoid a division by zero.
  const span = Math.max(...values) - low || Math.abs(low) / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(span / 3));
  const step = power * (steps.find((one) => (power * one * 3) / span >= 0.999) ?? 10);
  const bottom = Math.floor(low / step) * step;
  const count = Math.max(1, Math.ceil((Math.max(...values) - bottom) / step - 1e-9));
  const ticks = Array.from({ length: count + 1 }, (_, n) => Number((bottom + n * step).toFixed(6)));
  return { ticks, shareOf: (value) => (value - bottom) / (count * step) };
}
