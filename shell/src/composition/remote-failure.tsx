import { ErrorState, PandaScene, useTranslation } from '@frens/platform';
import { detailsOf, FailureDetails } from '@frens/platform/internal';
import { useEffect } from 'react';
import type { RemoteError } from './engine.ts';
import { useArea } from './use-area.ts';

interface RemoteFailureProps {
  error: RemoteError;
  /** Whether the failure still has to be logged to the console. */
  isNews?: boolean;
  onRetry: () => void;
}

/** The error state of a remote: which area failed, why, that the rest works, and Retry. */
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
