import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import styles from './detail-list.module.css';

export interface DetailListProps extends ComponentProps<'dl'> {
  /** How many stand side by side. */
  columns?: 1 | 2;
}

/** Names and values: a profile at rest. */
export function DetailList({ columns = 1, className, ...rest }: DetailListProps) {
  return <dl data-columns={columns} {...rest} className={clsx(styles.root, className)} />;
}

export interface DetailProps extends ComponentProps<'div'> {
  /** The name of the value. */
  term: ReactNode;
  /** Nothing has been given: the words are quieter. */
  empty?: boolean;
}

/** One name and its value. */
export function Detail({ term, empty = false, className, children, ...rest }: DetailProps) {
  return (
    <div {...rest} className={clsx(styles.row, className)}>
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.value} data-empty={empty || undefined}>
        {children}
      </dd>
    </div>
  );
}
