import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import styles from './logo.module.css';

export interface LogoProps extends Omit<ComponentProps<'span'>, 'children'> {
  /** The site's name; without it only the mark is drawn, then give `aria-label` to what surrounds it. */
  name?: string;
  size?: 'sm' | 'md' | 'lg';
}

/** The mark, a panda's face between two leaves, and the site's name in the display face. */
export function Logo({ name, size = 'md', className, ...rest }: LogoProps) {
  return (
    <span data-size={size} {...rest} className={clsx(styles.root, className)}>
      <svg viewBox="0 0 40 40" className={styles.mark} aria-hidden="true" focusable="false">
        <g className={styles.ink}>
          <circle cx="9.5" cy="12" r="6" />
          <circle cx="30.5" cy="12" r="6" />
        </g>
        <path
          className={styles.face}
          d="M20 7c9.5 0 15.5 6.2 15.5 14.2C35.500 30 29 35.500 20 35.500S4.500 30 4.500 21.200C4.500 13.200 10.500 7 20 7Z"
        />
        <g className={styles.ink}>
          <path d="M9.200 23.600c-.6-3.600 1.800-7.400 4.700-7.600 2.800-.2 3.800 2.300 3.100 5-.8 2.900-2.600 5.300-4.700 5.500-1.700.2-2.800-1.100-3.100-2.900Z" />
          <path d="M30.800 23.600c.6-3.600-1.800-7.400-4.700-7.600-2.800-.2-3.800 2.300-3.100 5 .8 2.900 2.600 5.300 4.700 5.500 1.700.2 2.800-1.100 3.100-2.900Z" />
          <path d="M17.600 26.200c0-1 1.100-1.500 2.400-1.500s2.400.5 2.400 1.500-1.300 2.100-2.400 2.100-2.400-1.100-2.400-2.100Z" />
        </g>
        <circle className={styles.light} cx="14.200" cy="20.400" r="1.350" />
        <circle className={styles.light} cx="25.800" cy="20.400" r="1.350" />
        <path
          className={styles.leaf}
          d="M20 9.500c-3.700-1.200-5.400-4-5-8.300 3.400.8 5.300 3.300 5 8.300Zm0 0c.2-3.900 2.300-6 6-6.400-.1 3.700-2.200 5.900-6 6.400Z"
        />
      </svg>
      {name ? <span className={styles.name}>{name}</span> : null}
    </span>
  );
}
