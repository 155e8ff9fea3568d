import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import styles from './skip-link.module.css';

/** First Tab stop: skips the navigation. Its target needs `id` and `tabindex="-1"`. */
export function SkipLink({ className, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a {...rest} className={clsx(styles.root, className)}>
      {children}
    </a>
  );
}
