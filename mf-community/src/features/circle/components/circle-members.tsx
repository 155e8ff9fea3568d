import type { CircleMember, CirclePage } from '@frens/contract';
import { memberPicture } from '@frens/contract/picture-files';
import {
  Avatar,
  Badge,
  Button,
  Card,
  Cluster,
  Heading,
  Link,
  LoadError,
  LoadMore,
  type PagedList,
  PandaScene,
  pagedList,
  Skeleton,
  Stack,
  Text,
  UserText,
  useInfiniteQuery,
  useSession,
  useTranslation,
} from '@frens/platform';
import { useId, useRef, useState } from 'react';
import { circleMembersQuery } from '../../../circles/circles.queries.ts';
import { circlePath, personPath, signInPath } from '../../../paths.ts';
import styles from './circle-members.module.css';
import { canRemoveMember, ManageMember } from './manage-member.tsx';

/** Members of a circle, as far as they are visible to the reader (D16, D27). */
export function CircleMembers({ circle }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const title = useId();
  const { status } = useSession();
  // The session usually loads after the circle: the visitor's view reserves the space.
  const isVisitor = status === 'signed-out' || status === 'loading';
  const isInviting = !circle.showsMembers && isVisitor && circle.circleType !== 'invite';
  return (
    <Card asChild tone={isInviting ? 'tint' : 'surface'} className={isInviting ? styles.inviting : undefined}>
      <section aria-labelledby={title}>
        {isInviting ? <PandaScene scene="meeting" className={styles.scene} /> : null}
        <Stack>
          <Heading level={2} size="md" id={title}>
            {t('circle.members.title')}
          </Heading>
          {isInviting ? (
            <>
              <Text measure>{t('circle.members.inside')}</Text>
              <Text>
                <Link to={signInPath(circlePath(circle.id))}>{t('circle.members.signIn')}</Link>
              </Text>
            </>
          ) : circle.showsMembers ? (
            <Shown circle={circle} titleId={title} />
          ) : (
            <Text tone="muted">{t('circle.members.closed')}</Text>
          )}
        </Stack>
      </section>
    </Card>
  );
}

function Shown({ circle, titleId }: { circle: CirclePage; titleId: string }) {
  const { t } = useTranslation('mf-community');
  const members = pagedList(useInfiniteQuery(circleMembersQuery(circle.id)));
  if (members.status === 'ready') return <MemberList circle={circle} members={members} titleId={titleId} />;
  if (members.status === 'error')
    return <LoadError size="part" title={t('circle.members.error')} query={members} />;
  return (
    <Cluster>
      <Skeleton label={t('circle.members.loading')} className={styles.place} />
      <Skeleton className={styles.place} />
      <Skeleton className={styles.place} />
    </Cluster>
  );
}

/** Number shown before the rest is loaded on request. */
const membersShown = 12;

interface MemberListProps {
  circle: CirclePage;
  members: Extract<PagedList<CircleMember>, { status: 'ready' }>;
  titleId: string;
}

function MemberList({ circle, members: { items, pages }, titleId }: MemberListProps) {
  const { t } = useTranslation('mf-community');
  const list = useRef<HTMLUListElement>(null);
  const { user: reader } = useSession();
  const [isWhole, setWhole] = useState(false);
  const others = circle.memberCount - items.length;
  const isKeeper = ['admin', 'owner'].includes(circle.membership);
  const shown = isWhole ? items : items.slice(0, membersShown);
  const rest = items.length - shown.length;
  if (items.length === 0 && !pages.hasNextPage) return <Text tone="muted">{t('circle.members.none')}</Text>;
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-labelledby={titleId}
        className={styles.list}
        data-kept={isKeeper || undefined}
      >
        {shown.map((member) => (
          <li key={member.id} className={styles.item}>
            <Link to={personPath(member.user.username)} className={styles.member}>
              <Avatar decorative name={member.user.name} {...memberPicture(member.user)} />
              <UserText className={styles.name}>{member.user.name}</UserText>
            </Link>
            {member.role === 'member' ? null : (
              <Badge hue="bamboo">{t(`circle.members.role.${member.role}`)}</Badge>
            )}
            {reader && canRemoveMember(circle, member, reader.id) ? (
              <div className={styles.act}>
                <ManageMember circle={circle} member={member} onGone={() => list.current?.focus()} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button
          size="sm"
          variant="secondary"
          className={styles.rest}
          onClick={() => {
            setWhole(true);
            requestAnimationFrame(() => list.current?.querySelectorAll('a')[shown.length]?.focus());
          }}
        >
          {t('circle.members.rest', { count: rest })}
        </Button>
      ) : null}
      {others > 0 && rest === 0 && !pages.hasNextPage ? (
        <Text size="sm" tone="muted">
          {t('circle.members.others', { count: others })}
        </Text>
      ) : null}
      {rest > 0 ? null : <LoadMore pages={pages} items={list} />}
    </>
  );
}
