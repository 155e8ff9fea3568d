import type { Panda, PandaContent } from '@frens/contract';
import type { WrittenType } from '@frens/contract/choices';
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
import { WriteContent } from './write-content.tsx';
import { WriteReview } from './write-review.tsx';

const texts = { post: 'posts', review: 'reviews' } as const;
const scenes = { post: 'sleeping', review: 'meeting' } as const;

interface ContentOfTypeProps {
  panda: Panda;
  type: WrittenType;
  content: ReadyList<PandaContent>;
  onDelete: (item: PandaContent) => void;
}

/** Items of one type, with their count and the input for a new one; older items load on request. */
export function ContentOfType({ panda, type, content, onDelete }: ContentOfTypeProps) {
  const { t } = useTranslation('mf-panda');
  const { pages } = content;
  const items = content.items.filter((item) => item.type === type);
  return (
    <div className={styles.root}>
      {type === 'post' && panda.isMine ? (
        <Card tone="tint">
          <WriteContent panda={panda} type="post" />
        </Card>
      ) : null}
      <Heading level={2} size="md">
        {t(`profile.content.${texts[type]}`, {
          shown: shownCount(currentLanguage(), items.length, pages.hasNextPage),
        })}
      </Heading>
      {type === 'review' && !panda.isMine ? <WriteReview panda={panda} /> : null}
      {items.length > 0 ? (
        <ul className={styles.list}>
          {items.map((item) => (
            <Card asChild key={item.id}>
              <li>
                <ContentItem pandaId={panda.id} item={item} shows="engagement" onDelete={onDelete} />
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
