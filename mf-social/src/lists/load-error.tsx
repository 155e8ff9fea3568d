import { ApiError, ErrorState, errorText, PandaScene, useTranslation } from '@frens/platform';

interface LoadErrorProps {
  error: Error;
  title: string;
  /** What is safe and what to do; the server's own sentence follows it. */
  text: string;
  onRetry: () => void;
  headingLevel?: 2 | 3;
}

/** What could not be loaded, why, and the way to try again. */
export function LoadError({ error, title, text, onRetry, headingLevel = 2 }: LoadErrorProps) {
  const { t } = useTranslation('mf-social');
  return (
    <ErrorState
      illustration={<PandaScene scene="sleeping" />}
      title={title}
      description={text}
      headingLevel={headingLevel}
      retryLabel={t('common.retry')}
      onRetry={onRetry}
      detail={
        error instanceof ApiError && error.requestId
          ? `${errorText(error)} · ${error.requestId}`
          : errorText(error)
      }
    />
  );
}
