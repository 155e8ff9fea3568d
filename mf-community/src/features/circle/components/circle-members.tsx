import type { CircleMember, CirclePage } from '@frens/contract';
import {
  Badge,
  Card,
  Cluster,
  Heading,
  Link,
  LoadError,
  LoadMore,
  type PagedList,
  pagedList,
  Skeleton,
  Stack,
  Text,
  useInfiniteQuery,
  useSession,
  useTranslation,
} from '@frens/platform';
import { useId, useRef } from 'react';
import { circleMembersQuery } from '../../../circles/circles.queries.ts';
import { MemberLink } from '../../../circles/member-link.tsx';
import { circlePath, signInPath } from '../../../paths.ts';
import styles from './circle-members.module.css';
import { KeepMember, mayTakeOut } from './manage-member.tsx';

/** Who is in a circle, as far as they are shown to the reader (D16, D27). */
export function CircleMembers({ circle }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const title = useId();
  return (
    <Card asChild>
      <section aria-labelledby={title}>
        <Stack>
          <Heading level={2} size="md" id={title}>
            {t('circle.members.title')}
          </Heading>
          {circle.showsMembers ? <Shown circle={circle} titleId={title} /> : <Hidden circle={circle} />}
        </Stack>
      </section>
    </Card>
  );
}

/** Why nobody is shown. */
function Hidden({ circle: { id, circleType } }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const { status } = useSession();
  if (status === 'signed-out' && circleType !== 'invite') {
    return (
      <Text>
        <Link to={signInPath(circlePath(id))}>{t('circle.members.signIn')}</Link>
      </Text>
    );
  }
  return <Text tone="muted">{t('circle.members.closed')}</Text>;
}

function Shown({ circle, titleId }: { circle: CirclePage; titleId: string }) {
  const { t } = useTranslation('mf-community');
  const members = pagedList(useInfiniteQuery(circleMembersQuery(circle.id)));
  if (members.status === 'ready') return <MemberList circle={circle} members={members} titleId={titleId} />;
  if (members.status === 'error') {
    return (
      <LoadError
        size="part"
        title={t('circle.members.error')}
        error={members.error}
        isRetrying={members.isRetrying}
        onRetry={members.retry}
      />
    );
  }
  return (
    <Cluster>
      <Skeleton label={t('circle.members.loading')} className={styles.place} />
      <Skeleton className={styles.place} />
      <Skeleton className={styles.place} />
    </Cluster>
  );
}

interface MemberListProps {
  circle: CirclePage;
  members: Extract<PagedList<CircleMember>, { status: 'ready' }>;
  titleId: string;
}

function MemberList({ circle, members: { items, pages }, titleId }: MemberListProps) {
  const { t } = useTranslation('mf-community');
  const list = useRef<HTMLUListElement>(null);
  const { user: reader } = useSession();
  const others = circle.memberCount - items.length;
  if (items.length === 0 && !pages.hasNextPage) {
    return <Text tone="muted">{t('circle.members.none')}</Text>;
  }
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-labelledby={titleId} className={styles.list}>
        {items.map((member) => (
          <li key={member.id} className={styles.item}>
            <MemberLink member={member.user} />
            {member.role === 'member' ? null : (
              <Badge hue="bamboo">{t(`circle.members.role.${member.role}`)}</Badge>
            )}
            {reader && mayTakeOut(circle, member, reader.id) ? (
              <KeepMember circle={circle} member={member} onGone={() => list.current?.focus()} />
            ) : null}
          </li>
        ))}
      </ul>
      {others > 0 && !pages.hasNextPage ? (
        <Text size="sm" tone="muted">
          {t('circle.members.others', { count: others })}
        </Text>
      ) : null}
      <LoadMore pages={pages} items={list} />
    </>
  );
}
