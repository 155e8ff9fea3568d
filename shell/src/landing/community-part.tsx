import { Grid, Heading, Link, LoadError, Skeleton, type TextSection, useTranslation } from '@frens/platform';
import { type ReactNode, useId } from 'react';
import styles from './community.module.css';
import { RenderedItems } from './rendered-items.tsx';

type PartText = 'title' | 'all' | 'loading' | 'empty' | 'error';

interface CommunityPartProps<Item> {
  /** As `useQuery` tells of it. */
  list: {
    data: Item[] | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  /** The items that came with the rendered page, while they stand there (`useRendered`). */
  rendered: Item[] | undefined;
  /** The section of its texts. */
  texts: TextSection<'shell', PartText>;
  /** The page of all items. */
  to: string;
  /** Renders an item as a list item. */
  children: (item: Item) => ReactNode;
  kind: 'circle' | 'panda';
}

/** A list of the section, loaded from the server. The page is complete without it, so an error takes one line. */
export function CommunityPart<Item>({ list, rendered, texts, to, kind, children }: CommunityPartProps<Item>) {
  const { data, error } = list;
  const items = rendered ?? data;
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
      {error && !items ? (
        <LoadError size="part" title={text('error')} query={list} />
      ) : !items ? (
        <div role="status" aria-label={text('loading')}>
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
      ) : items.length === 0 ? (
        <p className={styles.empty}>{text('empty')}</p>
      ) : (
        <Grid columns={columns} asChild>
          {rendered ? (
            <RenderedItems className={styles.items}>{() => rendered.map(children)}</RenderedItems>
          ) : (
            <ul className={styles.items}>{items.map(children)}</ul>
          )}
        </Grid>
      )}
    </section>
  );
}
