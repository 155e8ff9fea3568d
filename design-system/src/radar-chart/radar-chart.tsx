// As in index.ts: an entry of its own brings the declaration along.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../css-modules.d.ts" />
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import styles from './radar-chart.module.css';

export interface RadarPoint {
  /** What the value is of. */
  label: string;
  /** From 0 to `max`. */
  value: number;
  /** The colour that goes with what it says; it never says it alone. */
  hue: 'bamboo' | 'persimmon' | 'honey' | 'sky' | 'berry' | 'plum';
}

export interface RadarChartProps extends Omit<ComponentProps<'svg'>, 'children' | 'points'> {
  /** Three to eight, clockwise from the top. */
  points: readonly RadarPoint[];
  /** What the outer ring stands for; default: 100. */
  max?: number;
  /** What the chart says, with its values: "Warmth 80, Service 45, …". */
  label: string;
}

const centre = { x: 160, y: 140 };
const radius = 100;
const rings = [0.25, 0.5, 0.75, 1];

function at(index: number, count: number, share: number) {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
  return {
    x: round(centre.x + Math.cos(angle) * radius * share),
    y: round(centre.y + Math.sin(angle) * radius * share),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function polygon(shares: readonly number[]): string {
  return shares
    .map((share, index) => at(index, shares.length, share))
    .map(({ x, y }) => `${x},${y}`)
    .join(' ');
}

/** Several values of one thing as a shape, each with its word and number. */
export function RadarChart({ points, max = 100, label, className, ...rest }: RadarChartProps) {
  const shares = points.map((point) => Math.max(0.04, Math.min(1, point.value / max)));
  return (
    <svg
      viewBox="-44 -14 408 290"
      role="img"
      aria-label={label}
      {...rest}
      className={clsx(styles.root, className)}
    >
      {rings.map((ring) => (
        <polygon key={ring} className={styles.ring} points={polygon(points.map(() => ring))} />
      ))}
      {points.map((point, index) => {
        const end = at(index, points.length, 1);
        return (
          <line key={point.label} className={styles.ring} x1={centre.x} y1={centre.y} x2={end.x} y2={end.y} />
        );
      })}
      <polygon className={styles.shape} points={polygon(shares)} />
      {points.map((point, index) => {
        const dot = at(index, points.length, shares[index] ?? 0);
        const words = at(index, points.length, 1.2);
        const side = words.x > centre.x + 8 ? 'start' : words.x < centre.x - 8 ? 'end' : 'middle';
        const lift = words.y < centre.y - 60 ? -16 : words.y > centre.y + 60 ? 10 : 0;
        return (
          <g key={point.label} data-hue={point.hue}>
            <circle className={styles.dot} cx={dot.x} cy={dot.y} r={5} />
            <text className={styles.label} x={words.x} y={words.y + lift} textAnchor={side}>
              {point.label}
            </text>
            <text className={styles.value} x={words.x} y={words.y + lift + 19} textAnchor={side}>
              {Math.round(point.value)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
