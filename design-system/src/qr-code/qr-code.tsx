import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

export interface QrCodeProps extends Omit<ComponentProps<'svg'>, 'children' | 'viewBox'> {
  /** What a camera reads, a link mostly; at most some two thousand characters. */
  value: string;
  /** What it leads to, for who does not see it. */
  label: string;
}

/** The empty edge that cameras need around a code, in modules. */
const edge = 4;

/** A link for a camera, drawn as one path. Dark on light in both themes: many cameras read nothing else. */
export function QrCode({ value, label, className, ...rest }: QrCodeProps) {
  const { data, size } = encode(value, { ecc: 'M', border: edge });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      {...rest}
      className={clsx(styles.root, className)}
    >
      <path className={styles.modules} d={data.flatMap(pathOfRow).join('')} />
    </svg>
  );
}

/** One bar for each run of dark modules. */
function pathOfRow(row: readonly boolean[], y: number): string[] {
  return row.flatMap((isDark, x) => {
    if (!isDark || row[x - 1]) return [];
    const end = row.indexOf(false, x);
    return [`M${x} ${y}h${end - x}v1h-${end - x}z`];
  });
}
