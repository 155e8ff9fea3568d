import { ErrorState, PandaScene, useTranslation } from '@frens/platform';
import { useEffect } from 'react';
import type { RemoteError } from './remote-error.ts';
import { useArea } from './use-area.ts';

/** What a member sees where a remote cannot be shown: which area, what happened, that the rest is safe, and Retry. */
export function RemoteFailure({ error, onRetry }: { error: RemoteError; onRetry: () => void }) {
  const { t } = useTranslation('shell');
  const area = useArea(error.remote);

  useEffect(() => {
    if (error.stage === 'render') console.warn(error.message);
  }, [error]);

  return (
    <ErrorState
      headingLevel={1}
      illustration={<PandaScene scene="sleeping" />}
      title={t('remote.failed.title', { area })}
      description={`${t(`remote.failed.${error.stage}`)} ${t('remote.failed.rest')}`}
      detail={`${error.code} · ${error.remote} ${error.version}`}
      retryLabel={t('remote.retry')}
      onRetry={onRetry}
    />
  );
}
