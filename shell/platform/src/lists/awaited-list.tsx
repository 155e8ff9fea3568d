import { Skeleton, type SkeletonProps } from '@frens/design-system';
import { LoadError, type LoadErrorProps } from './load-error.tsx';
import type { PagedList, ReadyList } from './paged-query.ts';

/** A list that has not loaded. */
export interface AwaitedListProps
  extends Pick<LoadErrorProps, 'size' | 'headingLevel'>,
    Pick<SkeletonProps, 'shape' | 'lines' | 'className'> {
  list: Exclude<PagedList<unknown>, ReadyList<unknown>>;
  /** Loading text for screen readers. */
  loading: string;
  /** A sentence naming what failed to load. */
  failed: string;
}

/**
 * Placeholder of a list: its skeleton, or the error with a retry button.
 * `if (list.status !== 'ready') return <AwaitedList list={list} loading={t('…')} failed={t('…')} />;`
 */
export function AwaitedList({
  list,
  loading,
  failed,
  size = 'part',
  headingLevel,
  ...outline
}: AwaitedListProps) {
  if (list.status === 'loading') return <Skeleton label={loading} {...outline} />;
  return <LoadError size={size} title={failed} headingLevel={headingLevel} query={list} />;
}
