import type { PandaContent } from '@frens/contract';
import { formatDay, formatScore } from '@frens/contract/formats';
import {
  Badge,
  changeItems,
  currentLanguage,
  type Hue,
  passFocusOn,
  ReportButton,
  useTranslation,
} from '@frens/platform';
import { contentKey } from '../panda-profile.queries.ts';
import styles from './content-item.module.css';

const typeHues: Readonly<Record<PandaContent['type'], Hue>> = {
  post: 'sky',
  review: 'plum',
  milestone: 'honey',
};

interface ContentItemProps {
  item: PandaContent;
  /** Beside the date: the type, where several are mixed, or the engagement, where all are of one. */
  shows: 'type' | 'engagement';
}

/** One thing that was said by or about a Panda, as plain text (D43). */
export function ContentItem({ item, shows }: ContentItemProps) {
  const { t } = useTranslation('mf-panda');
  const language = currentLanguage();
  return (
    <article ref={passFocusOn} className={styles.root}>
      <header className={styles.head}>
        {shows === 'type' ? (
          <Badge hue={typeHues[item.type]}>{t(`profile.content.type.${item.type}`)}</Badge>
        ) : null}
        <time dateTime={item.createdAt}>{formatDay(language, item.createdAt)}</time>
        {shows === 'engagement' ? (
          <span className={styles.engagement}>
            {t('profile.content.engagement', { score: formatScore(language, item.engagementScore) })}
          </span>
        ) : null}
      </header>
      <p className={styles.text}>{item.content}</p>
      {item.metadata.tags.length > 0 ? (
        <ul className={styles.tags}>
          {item.metadata.tags.map((tag) => (
            <li key={tag}>{t('profile.content.tag', { tag })}</li>
          ))}
        </ul>
      ) : null}
      {item.isMine || item.type === 'milestone' ? null : (
        <div className={styles.report}>
          <ReportButton
            compact
            type="content"
            id={item.id}
            name={t(`profile.content.this.${item.type}`)}
            onDone={() => changeItems<PandaContent>(contentKey, (one) => (one.id === item.id ? null : one))}
          />
        </div>
      )}
    </article>
  );
}
