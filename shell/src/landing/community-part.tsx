import {
  Grid,
  Heading,
  Link,
  LoadError,
  type PagedList,
  Skeleton,
  type TextSection,
  useTranslation,
  VisuallyHidden,
} from '@frens/platform';
import { type ReactNode, useId } from 'react';
import styles from './community.module.css';

type PartText = 'title' | 'all' | 'loading' | 'empty' | 'error';

interface CommunityPartProps<Item> {
  list: PagedList<Item>;
  columns: 3 | 4;
  /** Where its texts stand. */
  texts: TextSection<'shell', PartText>;
  /** Where all of them are. */
  to: string;
  /** One of the list, as a list item. */
  children: (item: Item) => ReactNode;
  kind: 'circle' | 'panda';
}

/** A part of the section that comes from the server. The page is whole without it, so it says what fails in a line. */
export function CommunityPart<Item>({ list, columns, texts, to, kind, children }: CommunityPartProps<Item>) {
  const { t } = useTranslation('shell');
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
                // biome-ignore lint/suspicious/noArrayIndexKey: an outline is its place and nothing else
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
