import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import styles from './skeleton.module.css';

export interface SkeletonProps extends ComponentProps<'span'> {
  shape?: 'text' | 'block' | 'circle' | 'card';
  /** For `text`: how many lines. */
  lines?: number;
}

/** The outline of what is coming, hidden from screen readers. Give sizes by `className`. */
export function Skeleton({ shape = 'text', lines = 1, className, ...rest }: SkeletonProps) {
  return (
    <span aria-hidden="true" data-shape={shape} {...rest} className={clsx(styles.root, className)}>
      {shape === 'text'
        ? Array.from({ length: lines }, (_, line) => (
            <span key={`line-${line + 1}`} className={styles.line} />
          ))
        : null}
    </span>
  );
}
