import type { PandaContent } from '@frens/contract';
import {
  Card,
  currentLanguage,
  EmptyState,
  Heading,
  LoadMore,
  PandaScene,
  type ReadyList,
  useTranslation,
} from '@frens/platform';
import { shownCount } from '../shown-count.ts';
import { ContentItem } from './content-item.tsx';
import styles from './content-of-type.module.css';

const texts = { post: 'posts', review: 'reviews' } as const;
const scenes = { post: 'sleeping', review: 'meeting' } as const;

/** All items of one type, with their count; older ones on request. */
export function ContentOfType({
  type,
  content,
}: {
  type: 'post' | 'review';
  content: ReadyList<PandaContent>;
}) {
  const { t } = useTranslation('mf-panda');
  const { pages } = content;
  const items = content.items.filter((item) => item.type === type);
  return (
    <div className={styles.root}>
      <Heading level={2} size="md">
        {t(`profile.content.${texts[type]}`, {
          shown: shownCount(currentLanguage(), items.length, pages.hasNextPage),
        })}
      </Heading>
      {items.length > 0 ? (
        <ul className={styles.list}>
          {items.map((item) => (
            <Card asChild key={item.id}>
              <li>
                <ContentItem item={item} shows="engagement" />
              </li>
            </Card>
          ))}
        </ul>
      ) : null}
      {items.length === 0 && !pages.hasNextPage ? (
        <EmptyState
          headingLevel={3}
          size="sm"
          illustration={<PandaScene scene={scenes[type]} />}
          title={t(`profile.content.empty.${texts[type]}`)}
        />
      ) : null}
      <LoadMore pages={pages} />
    </div>
  );
}
