import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** A fitting `PandaScene`. */
  illustration?: ReactNode;
  /** What is missing, and what could be here. */
  title: ReactNode;
  /** One sentence. */
  description?: ReactNode;
  /** One action. */
  action?: ReactNode;
  /** Heading level within the page outline. */
  headingLevel?: 2 | 3 | 4;
  /** `sm`: inside a card. */
  size?: 'sm' | 'md';
}

/** A placeholder for an empty list, with a suggested action. */
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
