import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { RefreshIcon } from '../icon/icons.ts';
import styles from './error-state.module.css';

export interface ErrorStateProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** What happened. */
  title: ReactNode;
  /** What is safe, and what to do. */
  description?: ReactNode;
  /** A picture above the words. */
  illustration?: ReactNode;
  /** The words on the button that tries again. */
  retryLabel?: ReactNode;
  /** Tries again. Without it there is no button. */
  onRetry?: () => void;
  /** The next attempt is under way. */
  retrying?: boolean;
  /** A second way on, for instance a link home. */
  action?: ReactNode;
  /** Small print for a report: the request id. */
  detail?: ReactNode;
  /** The level of its title among the headings of the page. */
  headingLevel?: 1 | 2 | 3 | 4;
}

/** Something went wrong: what happened, what is safe, what to do. Announced at once. */
export function ErrorState({
  title,
  description,
  illustration,
  retryLabel,
  onRetry,
  retrying = false,
  action,
  detail,
  headingLevel = 2,
  className,
  ...rest
}: ErrorStateProps) {
  const Title = `h${headingLevel}` as const;
  return (
    <div role="alert" {...rest} className={clsx(styles.root, className)}>
      {illustration ? <div className={styles.picture}>{illustration}</div> : null}
      <Title className={styles.title}>{title}</Title>
      {description ? <div className={styles.text}>{description}</div> : null}
      {onRetry || action ? (
        <div className={styles.actions}>
          {onRetry ? (
            <Button icon={<RefreshIcon />} loading={retrying} onClick={onRetry}>
              {retryLabel}
            </Button>
          ) : null}
          {action}
        </div>
      ) : null}
      {detail ? <p className={styles.detail}>{detail}</p> : null}
    </div>
  );
}
