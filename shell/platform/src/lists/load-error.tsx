import { ApiError } from '@frens/contract/errors';
import { Button, ErrorState, Notice, PandaScene, type PandaSceneProps } from '@frens/design-system';
import { useId } from 'react';
import { serverText } from '../errors.ts';
import { useTranslation } from '../texts.ts';
import { passFocusOn } from './pass-focus-on.ts';

/** What could not be loaded. */
export interface LoadErrorProps {
  /** What could not be loaded, as a sentence. */
  title: string;
  error: Error;
  onRetry: () => void;
  isRetrying?: boolean;
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
  error,
  onRetry,
  isRetrying = false,
  size = 'section',
  safe,
  scene = 'sleeping',
  headingLevel = 2,
}: LoadErrorProps) {
  const { t } = useTranslation('shell');
  const words = useId();
  if (size === 'part') {
    return (
      <Notice
        ref={passFocusOn}
        tone="danger"
        role="alert"
        id={words}
        title={title}
        action={
          <Button
            size="sm"
            variant="secondary"
            aria-describedby={words}
            loading={isRetrying}
            onClick={onRetry}
          >
            {t('error.retry')}
          </Button>
        }
      >
        {[safe, serverText(error)].filter(Boolean).join(' ')}
      </Notice>
    );
  }
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <ErrorState
      ref={passFocusOn}
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
