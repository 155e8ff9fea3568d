import { Button, Cluster, ErrorState, Notice, PandaScene, type PandaSceneProps } from '@frens/design-system';
import { useId } from 'react';
import { CopyDetails, FailureDetails } from '../copy-details.tsx';
import { detailsOf, serverText } from '../errors.ts';
import { useTranslation } from '../texts.ts';
import { restoreFocus } from './restore-focus.ts';

export interface LoadErrorProps {
  /** What failed, and how to retry it: a query or a list. */
  query: { error: Error | null } & (
    | { isFetching: boolean; refetch: () => unknown }
    | { isRetrying?: boolean; retry: () => unknown }
  );
  /** A sentence naming what failed to load. */
  title: string;
  /** `part`: a minor part of the page, in one line without a picture. Default: the main content of the page or section. */
  size?: 'section' | 'part';
  /** A sentence saying what is not lost, shown before the reason. */
  safe?: string;
  scene?: PandaSceneProps['scene'];
  headingLevel?: 1 | 2 | 3 | 4;
}

/** The error state of everything that loads: what failed, why, and a retry button. */
export function LoadError({
  title,
  size = 'section',
  safe,
  scene = 'sleeping',
  headingLevel = 2,
  query,
}: LoadErrorProps) {
  const { error } = query;
  const [retry, isRetrying = false] =
    'retry' in query ? [query.retry, query.isRetrying] : [query.refetch, query.isFetching];
  const onRetry = () => void retry();
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
