import type { PandaContent } from '@frens/contract';
import { formatScore } from '@frens/contract/formats';
import { memberPicture } from '@frens/contract/picture-files';
import { HeartIcon, TrashIcon } from '@frens/design-system/icons';
import { Ago } from '@frens/members/ago';
import { ReportButton } from '@frens/members/safety';
import {
  Avatar,
  Badge,
  Button,
  changeItems,
  currentLanguage,
  type Hue,
  IconButton,
  Link,
  UserText,
  useTranslation,
} from '@frens/platform';
import { contentKey } from '../../../bamboo.queries.ts';
import { paths } from '../../../paths.ts';
import { useCheer } from '../use-content.ts';
import styles from './content-item.module.css';

const typeHues: Readonly<Record<PandaContent['type'], Hue>> = {
  post: 'sky',
  review: 'plum',
  milestone: 'honey',
};

interface ContentItemProps {
  pandaId: string;
  item: PandaContent;
  /** Beside the date: the type in mixed lists, the engagement in lists of one type. */
  shows: 'type' | 'engagement';
  onDelete: (item: PandaContent) => void;
}

/** A post, review or other item about a Panda, as plain text (D43). */
export function ContentItem({ pandaId, item, shows, onDelete }: ContentItemProps) {
  const { t } = useTranslation('mf-panda');
  const language = currentLanguage();
  const cheer = useCheer(pandaId);
  // A zero would read as a grade to the author.
  const isEngaging = !item.isMine || Number(item.engagementScore) > 0;
  return (
    <article className={styles.root}>
      <header className={styles.head}>
        {shows === 'type' ? (
          <Badge hue={typeHues[item.type]}>{t(`profile.content.type.${item.type}`)}</Badge>
        ) : null}
        {item.type === 'review' ? <Author author={item.author} /> : null}
        {item.isByFormerBacker ? <span>{t('profile.content.formerBacker')}</span> : null}
        <Ago time={item.createdAt} />
        {shows === 'engagement' && isEngaging ? (
          <span className={styles.engagement}>
            {t('profile.content.engagement', { score: formatScore(language, item.engagementScore) })}
          </span>
        ) : null}
      </header>
      <UserText block className={styles.text}>
        {item.content}
      </UserText>
      {item.metadata.tags.length > 0 ? (
        <ul className={styles.tags}>
          {item.metadata.tags.map((tag) => (
            <li key={tag}>{t('profile.content.tag', { tag })}</li>
          ))}
        </ul>
      ) : null}
      <footer className={styles.foot}>
        {item.canCheer ? (
          <Button
            size="sm"
            variant="ghost"
            className={styles.cheer}
            icon={<HeartIcon />}
            aria-pressed={item.hasCheered}
            loading={cheer.isPending}
            onClick={() => cheer.run(item)}
          >
            {t('profile.content.cheer')}
          </Button>
        ) : null}
        {item.isMine ? (
          <IconButton
            size="sm"
            variant="ghost"
            label={t(`profile.content.delete.${own(item.type)}`)}
            onClick={() => onDelete(item)}
          >
            <TrashIcon />
          </IconButton>
        ) : null}
        {item.isMine || item.type === 'milestone' ? null : (
          <ReportButton
            compact
            type="content"
            id={item.id}
            name={t(`profile.content.this.${item.type}`)}
            onDone={() => changeItems<PandaContent>(contentKey, (one) => (one.id === item.id ? null : one))}
          />
        )}
      </footer>
    </article>
  );
}

const own = (type: PandaContent['type']) => (type === 'review' ? 'review' : 'post');

/** The author, if visible to the reader (D16, D17). */
function Author({ author }: Pick<PandaContent, 'author'>) {
  const { t } = useTranslation('mf-panda');
  if (!author) return <span>{t('profile.content.somebody')}</span>;
  return (
    <Link to={paths.person(author.username)} className={styles.author}>
      <Avatar size="xs" name={author.name} {...memberPicture(author)} decorative />
      <UserText>{author.name}</UserText>
    </Link>
  );
}
