import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './skeleton.module.css';

export interface SkeletonProps extends ComponentProps<'span'> {
  /** Shape of the loading content. */
  shape?: 'text' | 'block' | 'circle' | 'card';
  /** Number of lines, for `text`. */
  lines?: number;
  /** What is loading, for screen readers. Of several skeletons for one request, give only one a label. */
  label?: string;
}

/** Placeholder for loading content. Screen readers announce its `label`. Set sizes with `className`. */
export function Skeleton({ shape = 'text', lines = 1, label, className, ...rest }: SkeletonProps) {
  return (
    <span
      role={label ? 'status' : undefined}
      aria-hidden={label ? undefined : true}
      data-shape={shape}
      {...rest}
      className={clsx(styles.root, className)}
    >
      {label ? <VisuallyHidden>{label}</VisuallyHidden> : null}
      {shape === 'text'
        ? Array.from({ length: lines }, (_, line) => (
            <span key={`line-${line + 1}`} className={styles.line} />
          ))
        : null}
    </span>
  );
}
