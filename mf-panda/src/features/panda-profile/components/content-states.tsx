import { ErrorState, Skeleton, serverText, useTranslation, VisuallyHidden } from '@frens/platform';
import type { ReactNode } from 'react';
import type { ContentView, ReadyContent } from '../content-view.ts';
import styles from './content-states.module.css';

interface ContentStatesProps {
  content: ContentView;
  /** Shows the content that is there. */
  children: (content: ReadyContent) => ReactNode;
}

/** A tab's content while it is on its way, when it failed, and when it is there. */
export function ContentStates({ content, children }: ContentStatesProps) {
  const { t } = useTranslation('mf-panda');
  switch (content.status) {
    case 'loading':
      return (
        <div role="status" className={styles.loading}>
          <VisuallyHidden>{t('profile.content.loading')}</VisuallyHidden>
          <Skeleton lines={3} />
          <Skeleton lines={3} />
        </div>
      );
    case 'error':
      return (
        <ErrorState
          title={t('profile.content.error.title')}
          description={serverText(content.error)}
          retryLabel={t('profile.content.error.retry')}
          retrying={content.isRetrying}
          onRetry={content.retry}
        />
      );
    case 'ready':
      return children(content);
  }
}
