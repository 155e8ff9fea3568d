import { Button, Cluster, ErrorState, Notice, PandaScene, type PandaSceneProps } from '@frens/design-system';
import { useId } from 'react';
import { CopyDetails, FailureDetails } from '../copy-details.tsx';
import { detailsOf, serverText } from '../errors.ts';
import { useTranslation } from '../texts.ts';
import { restoreFocus } from './restore-focus.ts';

/** What failed, and the way to try again. */
interface Failure {
  error: Error | null;
  onRetry: () => void;
  isRetrying?: boolean | undefined;
}

/** A query or a list that failed. */
type FailedQuery = { error: Error | null } & (
  | { isFetching: boolean; refetch: () => unknown }
  | { isRetrying?: boolean; retry: () => void }
);

/** What could not be loaded: a query, a list, or something else by its parts. */
export type LoadErrorProps = LoadErrorLooks & (Failure | { query: FailedQuery });

interface LoadErrorLooks {
  /** What could not be loaded, as a sentence. */
  title: string;
  /** `part`: of a page that is whole without it, in a line and without a picture. Default: what the page or section is for. */
  size?: 'section' | 'part';
  /** What is safe, as a sentence: it stands before the reason. */
  safe?: string;
  scene?: PandaSceneProps['scene'];
  headingLevel?: 1 | 2 | 3 | 4;
}

/** The error state of everything that is loaded: what happened, why, and the way to try again. */
export function LoadError({
  title,
  size = 'section',
  safe,
  scene = 'sleeping',
  headingLevel = 2,
  ...failed
}: LoadErrorProps) {
  const { error, onRetry, isRetrying = false } = 'query' in failed ? failureOf(failed.query) : failed;
  const { t } = useTranslation('shell');
  const words = useId();
  const details = detailsOf(error);
  if (size === 'part')
    return (
      <Notice
        ref={restoreFocus}
        tone="danger"
        role="alert"
        id={words}
        title={title}
        action={
          <Cluster gap="xs">
            <Button
              size="sm"
              variant="secondary"
              aria-describedby={words}
              loading={isRetrying}
              onClick={onRetry}
            >
              {t('error.retry')}
            </Button>
            {details ? <CopyDetails isSmall details={details} /> : null}
          </Cluster>
        }
      >
        {[safe, serverText(error)].filter(Boolean).join(' ')}
      </Notice>
    );
  return (
    <ErrorState
      ref={restoreFocus}
      illustration={<PandaScene scene={scene} />}
      title={title}
      description={[safe, serverText(error)].filter(Boolean).join(' ')}
      headingLevel={headingLevel}
      retryLabel={t('error.retry')}
      retrying={isRetrying}
      onRetry={onRetry}
      detail={details ? <FailureDetails details={details} /> : null}
    />
  );
}

function failureOf(query: FailedQuery): Failure {
  const { error } = query;
  if ('retry' in query) return { error, onRetry: query.retry, isRetrying: query.isRetrying };
  return { error, onRetry: () => void query.refetch(), isRetrying: query.isFetching };
}
