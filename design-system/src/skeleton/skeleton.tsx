import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './skeleton.module.css';

export interface SkeletonProps extends ComponentProps<'span'> {
  /** What will stand there. */
  shape?: 'text' | 'block' | 'circle' | 'card';
  /** For `text`: how many lines. */
  lines?: number;
  /** What is being waited for, in words for screen readers. Of several outlines of one wait, one has it. */
  label?: string;
}

/** The outline of what is coming; screen readers are told its `label`. Give sizes by `className`. */
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
