import { Skeleton, type SkeletonProps } from '@frens/design-system';
import { LoadError, type LoadErrorProps } from './load-error.tsx';
import type { PagedList, ReadyList } from './paged-query.ts';

/** A list that is not here. */
export interface AwaitedListProps
  extends Pick<LoadErrorProps, 'size' | 'headingLevel'>,
    Pick<SkeletonProps, 'shape' | 'lines' | 'className'> {
  list: Exclude<PagedList<unknown>, ReadyList<unknown>>;
  /** What is on its way, for screen readers. */
  loading: string;
  /** What could not be loaded, as a sentence. */
  failed: string;
}

/**
 * What stands in place of a list until it is here: its outline, or why it did not come and the way to try again.
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
