import { ErrorState, PandaScene, useTranslation } from '@frens/platform';
import { detailsOf, FailureDetails } from '@frens/platform/internal';
import { useEffect } from 'react';
import type { RemoteError } from './engine.ts';
import { useArea } from './use-area.ts';

interface RemoteFailureProps {
  error: RemoteError;
  /** Whether the console has not been told yet. */
  isNews?: boolean;
  onRetry: () => void;
}

/** What a member sees where a remote cannot be shown: which area, what happened, that the rest is safe, and how to try again. */
export function RemoteFailure({ error, isNews, onRetry }: RemoteFailureProps) {
  const { t } = useTranslation('shell');
  const area = useArea(error.remote);

  useEffect(() => {
    if (isNews) console.warn(error.message);
  }, [error, isNews]);

  return (
    <ErrorState
      headingLevel={1}
      illustration={<PandaScene scene="sleeping" />}
      title={t('remote.failed.title', { area })}
      description={`${t(`remote.failed.${error.stage}`)} ${t('remote.failed.rest')}`}
      detail={
        <FailureDetails
          details={detailsOf(error.cause, `${error.code} · ${error.remote} ${error.version}`)}
        />
      }
      retryLabel={t('error.retry')}
      onRetry={onRetry}
    />
  );
}
