// As in index.ts: a separate entry point needs the declaration, too.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../css-modules.d.ts" />
import { clsx } from 'clsx';
import type { ComponentProps, CSSProperties } from 'react';
import { useId } from 'react';
import type { Hue } from '../internal/hue.ts';
import styles from './time-chart.module.css';
import { scaleOf } from './time-scale.ts';

export interface TimePoint {
  /** Milliseconds since the epoch, as in `Date.getTime`. */
  at: number;
  /** The value from that moment on. */
  value: number;
}

export interface TimeChartProps extends Omit<ComponentProps<'figure'>, 'children'> {
  /** Two or more, oldest first. */
  points: readonly TimePoint[];
  /** Caption of the chart and its table. */
  label: string;
  /** `line`: interpolates; `steps`: a value holds until the next one, like a balance, on an axis from zero. */
  shape?: 'line' | 'steps';
  /** Line colour; the label must carry the meaning without it. */
  hue?: Hue;
  /** Formats a time. */
  timeText: (at: number) => string;
  /** Formats a value. */
  valueText: (value: number) => string;
  /** Formats axis labels; default: `valueText`. */
  tickText?: (value: number) => string;
  /** Texts of the table. */
  tableLabels: { open: string; time: string; value: string };
}

const [width, height] = [600, 200];

/** A value over time: a line chart, and the same data as a table for screen readers. */
export function TimeChart({
  points,
  label,
  shape = 'line',
  hue = 'bamboo',
  timeText,
  valueText,
  tickText = valueText,
  tableLabels,
  className,
  ...rest
}: TimeChartProps) {
  const captionId = useId();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) throw new RangeError('A TimeChart without points shows nothing: say so in words.');
  const { ticks, shareOf } = scaleOf(
    points.map(({ value }) => value),
    shape === 'steps',
  );
  const span = last.at - first.at || 1;
  const places = points.map(({ at, value }) => ({
    x: round((width * (at - first.at)) / span),
    y: round(height * (1 - shareOf(value))),
  }));
  const line = places
    .map(({ x, y }, n) => (n === 0 ? `M${x} ${y}` : shape === 'steps' ? `H${x}V${y}` : `L${x} ${y}`))
    .join('');
  const end = places.at(-1);
  return (
    <figure aria-labelledby={captionId} data-hue={hue} {...rest} className={clsx(styles.root, className)}>
      <figcaption id={captionId} className={styles.caption}>
        {label}
      </figcaption>
      <div className={styles.plot} aria-hidden="true">
        {ticks.map((tick) => (
          // React's types lack custom properties; this one positions the line.
          <span key={tick} className={styles.tick} style={{ '--share': shareOf(tick) } as CSSProperties}>
            <span className={styles.tickText}>{tickText(tick)}</span>
          </span>
        ))}
        <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
          <path className={styles.area} d={`${line}V${height}H0Z`} />
          <path className={styles.line} d={line} />
          {/* A zero-length line renders as a dot that stays round when the chart stretches. */}
          <path className={styles.dot} d={`M${end?.x} ${end?.y}h0`} />
        </svg>
        <span className={styles.times}>
          <span>{timeText(first.at)}</span>
          <span>{timeText(last.at)}</span>
        </span>
      </div>
      <PointTable captionId={captionId} {...{ points, timeText, valueText, tableLabels }} />
    </figure>
  );
}

interface PointTableProps extends Pick<TimeChartProps, 'points' | 'timeText' | 'valueText' | 'tableLabels'> {
  captionId: string;
}

/** The points as a table, the newest first. */
function PointTable({ captionId, points, timeText, valueText, tableLabels }: PointTableProps) {
  return (
    <details className={styles.details}>
      <summary>{tableLabels.open}</summary>
      <section
        className={styles.scroll}
        aria-labelledby={captionId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach a scrollable region
        tabIndex={0}
      >
        <table className={styles.table} aria-labelledby={captionId}>
          <thead>
            <tr>
              <th scope="col">{tableLabels.time}</th>
              <th scope="col">{tableLabels.value}</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ at, value }) => (
              <tr key={at}>
                <th scope="row">{timeText(at)}</th>
                <td>{valueText(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
