import type { PandaContent } from '@frens/contract';
import { LoadError, type PagedList, type ReadyList, Skeleton, Stack, useTranslation } from '@frens/platform';
import type { ReactNode } from 'react';

interface ContentStatesProps {
  content: PagedList<PandaContent>;
  /** Renders the loaded content. */
  children: (content: ReadyList<PandaContent>) => ReactNode;
}

/** Loading, error and ready state of a tab's content. */
export function ContentStates({ content, children }: ContentStatesProps) {
  const { t } = useTranslation('mf-panda');
  switch (content.status) {
    case 'loading':
      return (
        <Stack gap="lg">
          <Skeleton label={t('profile.content.loading')} lines={3} />
          <Skeleton lines={3} />
          <Skeleton lines={3} />
        </Stack>
      );
    case 'error':
      return <LoadError title={t('profile.content.error.title')} query={content} />;
    case 'ready':
      return children(content);
  }
}
