import { ApiError } from '@frens/contract/errors';
import { ErrorState, PandaScene, type PandaSceneProps } from '@frens/design-system';
import { errorText, serverText } from '../errors.ts';
import { useTranslation } from '../texts.ts';

/** What could not be loaded. */
export interface LoadErrorProps {
  /** What could not be loaded, as a sentence. */
  title: string;
  error: Error;
  onRetry: () => void;
  isRetrying?: boolean;
  /** What is safe and what to do; without it the server's own sentence stands here. */
  text?: string;
  scene?: PandaSceneProps['scene'];
  headingLevel?: 1 | 2 | 3;
}

/** The error state of everything that is loaded: what happened, why, and the way to try again. */
export function LoadError({
  title,
  error,
  onRetry,
  isRetrying = false,
  text,
  scene = 'sleeping',
  headingLevel = 2,
}: LoadErrorProps) {
  const { t } = useTranslation('shell');
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <ErrorState
      illustration={<PandaScene scene={scene} />}
      title={title}
      description={text ?? serverText(error)}
      headingLevel={headingLevel}
      retryLabel={t('list.retry')}
      retrying={isRetrying}
      onRetry={onRetry}
      detail={[text ? errorText(error) : null, requestId].filter(Boolean).join(' · ')}
    />
  );
}
