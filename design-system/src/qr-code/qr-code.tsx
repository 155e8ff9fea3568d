import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

export interface QrCodeProps extends Omit<ComponentProps<'svg'>, 'children' | 'viewBox'> {
  /** The encoded text, usually a link; at most about two thousand characters. */
  value: string;
  /** Accessible name: where the link leads. */
  label: string;
}

/** Quiet zone, in modules, as scanners require. */
const edge = 4;

/** A QR code as a single SVG path. Dark on light in both themes: many scanners cannot read inverted codes. */
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

/** One bar per run of dark modules. */
function pathOfRow(row: readonly boolean[], y: number): string[] {
  return row.flatMap((isDark, x) => {
    if (!isDark || row[x - 1]) return [];
    const end = row.indexOf(false, x);
    return [`M${x} ${y}h${end - x}v1h-${end - x}z`];
  });
}
