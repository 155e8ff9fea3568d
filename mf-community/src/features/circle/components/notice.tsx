import type { CircleNotice } from '@frens/contract';
import { formatMoment } from '@frens/contract/formats';
import { partsOf } from '@frens/contract/mentions';
import { TrashIcon } from '@frens/design-system/icons';
import { currentLanguage, IconButton, Link, useTranslation } from '@frens/platform';
import { MemberLink } from '../../../circles/member-link.tsx';
import { personPath } from '../../../paths.ts';
import styles from './circle-notices.module.css';

interface NoticeProps {
  notice: CircleNotice;
  onDelete: () => void;
}

/** One notice, with whoever it calls as links. */
export function Notice({ notice: { author, text, mentions, createdAt, canDelete }, onDelete }: NoticeProps) {
  const { t } = useTranslation('mf-community');
  return (
    <article className={styles.notice}>
      <header className={styles.head}>
        <MemberLink member={author} />
        <time dateTime={createdAt} className={styles.time}>
          {formatMoment(currentLanguage(), createdAt)}
        </time>
        {canDelete ? (
          <IconButton
            size="sm"
            variant="ghost"
            label={t('circle.notices.delete', { name: author.name })}
            onClick={onDelete}
          >
            <TrashIcon />
          </IconButton>
        ) : null}
      </header>
      <p className={styles.text}>
        {partsOf(text).map((part, place) =>
          part.username !== null && mentions.includes(part.username) ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text that was posted does not change
            <Link key={place} to={personPath(part.username)}>
              {part.text}
            </Link>
          ) : (
            part.text
          ),
        )}
      </p>
    </article>
  );
}
