import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** A `PandaScene` doing something fitting. */
  illustration?: ReactNode;
  /** What is not there, and what could be. */
  title: ReactNode;
  /** One sentence. */
  description?: ReactNode;
  /** One action. */
  action?: ReactNode;
  /** The level of its title among the headings of the page. */
  headingLevel?: 2 | 3 | 4;
  /** `sm`: inside of a card. */
  size?: 'sm' | 'md';
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({
  illustration,
  title,
  description,
  action,
  headingLevel = 2,
  size = 'md',
  className,
  ...rest
}: EmptyStateProps) {
  const Title = `h${headingLevel}` as const;
  return (
    <div data-size={size} {...rest} className={clsx(styles.root, className)}>
      {illustration ? <div className={styles.picture}>{illustration}</div> : null}
      <Title className={styles.title}>{title}</Title>
      {description ? <p className={styles.text}>{description}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
