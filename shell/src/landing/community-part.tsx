import {
  Grid,
  Heading,
  Link,
  LoadError,
  type PagedQuery,
  pagedList,
  Skeleton,
  type TextSection,
  useInfiniteQuery,
  useTranslation,
  VisuallyHidden,
} from '@frens/platform';
import { type ReactNode, useId } from 'react';
import styles from './community.module.css';

type PartText = 'title' | 'all' | 'loading' | 'empty' | 'error';

interface CommunityPartProps<Item> {
  query: PagedQuery<Item>;
  /** Whether it is asked for. */
  isNear: boolean;
  /** The section of its texts. */
  texts: TextSection<'shell', PartText>;
  /** The page of all items. */
  to: string;
  /** Renders an item as a list item. */
  children: (item: Item) => ReactNode;
  kind: 'circle' | 'panda';
}

/** A list of the section, loaded from the server. The page is complete without it, so an error takes one line. */
export function CommunityPart<Item>({ query, isNear, texts, to, kind, children }: CommunityPartProps<Item>) {
  const list = pagedList(useInfiniteQuery({ ...query, enabled: isNear }));
  const { t } = useTranslation('shell');
  const columns = kind === 'circle' ? 3 : 4;
  const titleId = useId();
  const text = (part: PartText) => t(`${texts}.${part}`);
  return (
    <section aria-labelledby={titleId} className={styles.part}>
      <header className={styles.partHead}>
        <Heading level={3} size="lg" id={titleId}>
          {text('title')}
        </Heading>
        <Link to={to} className={styles.all}>
          {text('all')}
        </Link>
      </header>
      {list.status === 'loading' ? (
        <div role="status">
          <VisuallyHidden>{text('loading')}</VisuallyHidden>
          <Grid columns={columns} aria-hidden="true">
            {Array.from({ length: columns }, (_, place) => (
              <Skeleton
                // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other identity
                key={place}
                shape="card"
                className={styles.outline}
                data-kind={kind}
              />
            ))}
          </Grid>
        </div>
      ) : list.status === 'error' ? (
        <LoadError
          size="part"
          title={text('error')}
          error={list.error}
          onRetry={list.retry}
          isRetrying={list.isRetrying}
        />
      ) : list.items.length === 0 ? (
        <p className={styles.empty}>{text('empty')}</p>
      ) : (
        <Grid columns={columns} asChild>
          <ul className={styles.items}>{list.items.map(children)}</ul>
        </Grid>
      )}
    </section>
  );
}
