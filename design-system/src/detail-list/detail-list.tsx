import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import styles from './detail-list.module.css';

export interface DetailListProps extends ComponentProps<'dl'> {
  /** Number of columns. */
  columns?: 1 | 2;
}

/** Terms and their values, such as a profile in view mode. */
export function DetailList({ columns = 1, className, ...rest }: DetailListProps) {
  return <dl data-columns={columns} {...rest} className={clsx(styles.root, className)} />;
}

export interface DetailProps extends ComponentProps<'div'> {
  /** Name of the value. */
  term: ReactNode;
  /** Mutes the text of a missing value. */
  empty?: boolean;
}

/** One term and its value. */
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
