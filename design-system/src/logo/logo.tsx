import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import styles from './logo.module.css';

export interface LogoProps extends Omit<ComponentProps<'span'>, 'children'> {
  /** The site's name. Without it only the mark renders: put an `aria-label` on the surrounding element. */
  name?: string;
  /** Visual size. */
  size?: 'sm' | 'md' | 'lg';
}

/** The mark (a panda's face between two leaves) and the site's name in the display typeface. */
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
          d="M20 7c9.5 0 15.5 6.2 15.5 14.2C35.5 30 29 35.5 20 35.5S4.5 30 4.5 21.2C4.5 13.2 10.5 7 20 7Z"
        />
        <g className={styles.ink}>
          <path d="M9.2 23.6c-.6-3.6 1.8-7.4 4.7-7.6 2.8-.2 3.8 2.3 3.1 5-.8 2.9-2.6 5.3-4.7 5.5-1.7.2-2.8-1.1-3.1-2.9Z" />
          <path d="M30.8 23.6c.6-3.6-1.8-7.4-4.7-7.6-2.8-.2-3.8 2.3-3.1 5 .8 2.9 2.6 5.3 4.7 5.5 1.7.2 2.8-1.1 3.1-2.9Z" />
          <path d="M17.6 26.2c0-1 1.1-1.5 2.4-1.5s2.4.5 2.4 1.5-1.3 2.1-2.4 2.1-2.4-1.1-2.4-2.1Z" />
        </g>
        <circle className={styles.light} cx="14.2" cy="20.4" r="1.35" />
        <circle className={styles.light} cx="25.8" cy="20.4" r="1.35" />
        <path
          className={styles.leaf}
          d="M20 9.5c-3.7-1.2-5.4-4-5-8.3 3.4.8 5.3 3.3 5 8.3Zm0 0c.2-3.9 2.3-6 6-6.4-.1 3.7-2.2 5.9-6 6.4Z"
        />
      </svg>
      {name ? <span className={styles.name}>{name}</span> : null}
    </span>
  );
}
