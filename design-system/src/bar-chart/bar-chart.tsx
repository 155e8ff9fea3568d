// As in index.ts: an entry of its own brings the declaration along.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../css-modules.d.ts" />
import { clsx } from 'clsx';
import type { ComponentProps, CSSProperties } from 'react';
import styles from './bar-chart.module.css';

export interface Bar {
  /** What the bar stands for. */
  label: string;
  /** Nothing or more. */
  value: number;
  /** The colour that goes with what it says; it never says it alone. */
  hue?: 'bamboo' | 'persimmon' | 'honey' | 'sky' | 'berry' | 'plum';
}

export interface BarChartProps extends Omit<ComponentProps<'table'>, 'children'> {
  /** From top to bottom. */
  bars: readonly Bar[];
  /** What is compared: the heading of the chart. */
  label: string;
  /** What a whole bar stands for; default: the highest value. */
  max?: number;
  /** A value in words, beside its bar. */
  valueText: (value: number) => string;
}

/** Values of the same kind beside each other. It is a table, with a bar in each of its rows: the eye and a screen reader get the same. */
export function BarChart({ bars, label, max, valueText, className, ...rest }: BarChartProps) {
  const whole = max ?? Math.max(0, ...bars.map(({ value }) => value));
  return (
    <table {...rest} className={clsx(styles.root, className)}>
      <caption className={styles.caption}>{label}</caption>
      <tbody className={styles.rows}>
        {bars.map(({ label: name, value, hue = 'bamboo' }) => {
          const share = whole > 0 ? Math.min(1, Math.max(0, value / whole)) : 0;
          return (
            // React types know no custom properties; this one is read by the bar's width.
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
