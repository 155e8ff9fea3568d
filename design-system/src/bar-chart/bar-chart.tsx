// As in index.ts: a separate entry point needs the declaration, too.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../css-modules.d.ts" />
import { clsx } from 'clsx';
import type { ComponentProps, CSSProperties } from 'react';
import type { Hue } from '../internal/hue.ts';
import styles from './bar-chart.module.css';

export interface Bar {
  /** Name of the bar. */
  label: string;
  /** Zero or more. */
  value: number;
  /** Bar colour; the label must carry the meaning without it. */
  hue?: Hue;
}

export interface BarChartProps extends Omit<ComponentProps<'table'>, 'children'> {
  /** From top to bottom. */
  bars: readonly Bar[];
  /** Caption of the chart. */
  label: string;
  /** Value of a full bar; default: the highest value. */
  max?: number;
  /** Formats a value, shown beside its bar. */
  valueText: (value: number) => string;
}

/** Compares values of one kind. A table with a bar in each row, so that screen readers get the same data. */
export function BarChart({ bars, label, max, valueText, className, ...rest }: BarChartProps) {
  const whole = max ?? Math.max(0, ...bars.map(({ value }) => value));
  return (
    <table {...rest} className={clsx(styles.root, className)}>
      <caption className={styles.caption}>{label}</caption>
      <tbody className={styles.rows}>
        {bars.map(({ label: name, value, hue = 'bamboo' }) => {
          const share = whole > 0 ? Math.min(1, Math.max(0, value / whole)) : 0;
          return (
            // React's types lack custom properties; the bar's width reads this one.
            <tr
              key={name}
              className={styles.row}
              data-hue={hue}
              style={{ '--share': share } as CSSProperties}
            >
              <th scope="row" className={styles.name}>
                {name}
              </th>
              <td className={styles.value}>{valueText(value)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
