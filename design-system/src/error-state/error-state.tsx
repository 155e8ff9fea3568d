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
  /** Illustration above the text. */
  illustration?: ReactNode;
  /** Label of the retry button. */
  retryLabel?: ReactNode;
  /** Retries; without it there is no button. */
  onRetry?: () => void;
  /** Whether a retry is pending. */
  retrying?: boolean;
  /** A second action, for instance a link home. */
  action?: ReactNode;
  /** Small print for a report: the request id. */
  detail?: ReactNode;
  /** Heading level within the page outline. */
  headingLevel?: 1 | 2 | 3 | 4;
}

/** An error: what happened, what is safe, what to do. An alert, so screen readers announce it at once. */
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
