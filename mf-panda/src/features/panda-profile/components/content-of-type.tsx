import {
  Button,
  Card,
  currentLanguage,
  EmptyState,
  Heading,
  Notice,
  PandaScene,
  serverText,
  useTranslation,
} from '@frens/platform';
import type { ReadyContent } from '../content-view.ts';
import { shownCount } from '../shown-count.ts';
import { ContentItem } from './content-item.tsx';
import styles from './content-of-type.module.css';

const texts = { post: 'posts', review: 'reviews' } as const;
const scenes = { post: 'sleeping', review: 'meeting' } as const;

/** All items of one type, with their count; older ones on request. */
export function ContentOfType({ type, content }: { type: 'post' | 'review'; content: ReadyContent }) {
  const { t } = useTranslation('mf-panda');
  const { more } = content;
  const items = content.items.filter((item) => item.type === type);
  return (
    <div className={styles.root}>
      <Heading level={2} size="md">
        {t(`profile.content.${texts[type]}`, {
          shown: shownCount(currentLanguage(), items.length, more !== null),
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
      {items.length === 0 && !more ? (
        <EmptyState
          headingLevel={3}
          size="sm"
          illustration={<PandaScene scene={scenes[type]} />}
          title={t(`profile.content.empty.${texts[type]}`)}
        />
      ) : null}
      {more?.error ? (
        <Notice tone="danger" role="alert" title={t('profile.content.error.more')}>
          {serverText(more.error)}
        </Notice>
      ) : null}
      {more ? (
        <Button variant="secondary" className={styles.more} loading={more.isLoading} onClick={more.load}>
          {t(more.error ? 'profile.content.error.retry' : 'profile.content.more')}
        </Button>
      ) : null}
    </div>
  );
}
