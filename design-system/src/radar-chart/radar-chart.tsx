// As in index.ts: a separate entry point needs the declaration, too.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../css-modules.d.ts" />
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import type { Hue } from '../internal/hue.ts';
import styles from './radar-chart.module.css';

export interface RadarPoint {
  /** Name of the axis. */
  label: string;
  /** From 0 to `max`. */
  value: number;
  /** Point colour; the label must carry the meaning without it. */
  hue: Hue;
}

export interface RadarChartProps extends Omit<ComponentProps<'svg'>, 'children' | 'points'> {
  /** Three to eight axes, clockwise from the top. */
  points: readonly RadarPoint[];
  /** Value of the outer ring; default: 100. */
  max?: number;
  /** Accessible name, including the values: "Warmth 80, Service 45, …". */
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

/** Several values of one subject as a polygon, each axis labelled with name and number. */
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
