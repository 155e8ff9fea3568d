import type { CirclePost } from '@frens/contract';
import { partsOf } from '@frens/contract/mentions';
import { TrashIcon } from '@frens/design-system/icons';
import { Ago } from '@frens/members/ago';
import { ReportButton } from '@frens/members/safety';
import { changeItems, IconButton, Link, UserText, useSession, useTranslation } from '@frens/platform';
import { MemberLink } from '../../../circles/member-link.tsx';
import { personPath } from '../../../paths.ts';
import { postsKey } from '../posts.queries.ts';
import styles from './circle-posts.module.css';

/** One post, with mentioned members as links. */
export function Post({ post, onDelete }: { post: CirclePost; onDelete: () => void }) {
  const { id, author, text, mentions, createdAt, canDelete } = post;
  const { t } = useTranslation('mf-community');
  const { user } = useSession();
  return (
    <article className={styles.post}>
      <header className={styles.head}>
        <MemberLink member={author} />
        <Ago time={createdAt} className={styles.time} />
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
        {author.id === user?.id ? null : (
          <ReportButton
            compact
            type="notice"
            id={id}
            name={t('circle.notices.this', { name: author.name })}
            onDone={() => changeItems<CirclePost>(postsKey, (one) => (one.id === id ? null : one))}
          />
        )}
      </header>
      <UserText block className={styles.text}>
        {partsOf(text, mentions).map((part, place) =>
          part.username !== null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: posts are immutable
            <Link key={place} to={personPath(part.username)}>
              <UserText>{part.text}</UserText>
            </Link>
          ) : (
            part.text
          ),
        )}
      </UserText>
    </article>
  );
}
