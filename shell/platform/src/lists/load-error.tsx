import { ApiError } from '@frens/contract/errors';
import { ErrorState, PandaScene, type PandaSceneProps } from '@frens/design-system';
import { serverText } from '../errors.ts';
import { useTranslation } from '../texts.ts';

/** What could not be loaded. */
export interface LoadErrorProps {
  /** What could not be loaded, as a sentence. */
  title: string;
  error: Error;
  onRetry: () => void;
  isRetrying?: boolean;
  /** What is safe, as a sentence: it stands before the reason. */
  safe?: string;
  scene?: PandaSceneProps['scene'];
  headingLevel?: 1 | 2 | 3;
}

/** The error state of everything that is loaded: what happened, why, and the way to try again. */
export function LoadError({
  title,
  error,
  onRetry,
  isRetrying = false,
  safe,
  scene = 'sleeping',
  headingLevel = 2,
}: LoadErrorProps) {
  const { t } = useTranslation('shell');
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <ErrorState
      illustration={<PandaScene scene={scene} />}
      title={title}
      description={[safe, serverText(error)].filter(Boolean).join(' ')}
      headingLevel={headingLevel}
      retryLabel={t('error.retry')}
      retrying={isRetrying}
      onRetry={onRetry}
      detail={requestId}
    />
  );
}
