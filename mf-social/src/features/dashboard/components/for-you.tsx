import type { Circle, ReceivedMatch } from '@frens/contract';
import {
  Card,
  Heading,
  Link,
  LoadError,
  type PagedList,
  pagedList,
  Skeleton,
  Text,
  type TextSection,
  UserText,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { type ReactNode, useId } from 'react';
import { receivedQuery } from '../../../introductions/introductions.queries.ts';
import { MemberAvatar } from '../../../members/member-avatar.tsx';
import { circlePath, circlesPath, paths, personPath } from '../../../paths.ts';
import {
  circlesFor,
  type LikeMinded,
  likelyCirclesQuery,
  likelyMembersQuery,
  membersFor,
} from '../home.queries.ts';
import styles from './for-you.module.css';

/** People and circles that the member may like, a few of each. */
export function ForYou({ interests }: { interests: readonly string[] }) {
  const members = pagedList(useInfiniteQuery(likelyMembersQuery(interests)));
  const circles = pagedList(useInfiniteQuery(likelyCirclesQuery(interests)));
  const received = pagedList(useInfiniteQuery(receivedQuery));
  const introduced = received.status === 'ready' ? stillOpen(received.items) : new Set<string>();
  return (
    <div className={styles.root}>
      <Part
        list={members}
        of={(all) => membersFor(all, interests, introduced)}
        texts="dashboard.home.people"
        to={paths.browse}
      >
        {(found) => <PersonRow key={found.member.id} {...found} />}
      </Part>
      <Part
        list={circles}
        of={(all) => circlesFor(all, interests)}
        texts="dashboard.home.circles"
        to={circlesPath}
      >
        {(circle) => <CircleRow key={circle.id} circle={circle} />}
      </Part>
    </div>
  );
}

/** Whom a friend has introduced to the member, and who stands above as long as that is open. */
function stillOpen(introductions: readonly ReceivedMatch[]): Set<string> {
  return new Set(introductions.filter(({ status }) => status === 'pending').map(({ other }) => other.id));
}

interface PartProps<Item, Shown> {
  list: PagedList<Item>;
  /** Those that are shown. */
  of: (all: Item[]) => Shown[];
  texts: TextSection<'mf-social', 'title' | 'all' | 'loading' | 'empty' | 'error'>;
  /** Where all of them are. */
  to: string;
  children: (item: Shown) => ReactNode;
}

function Part<Item, Shown>({ list, of, texts, to, children }: PartProps<Item, Shown>) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const items = list.status === 'ready' ? of(list.items) : [];
  return (
    <Card asChild>
      <section aria-labelledby={title}>
        <header className={styles.head}>
          <Heading level={2} size="sm" id={title}>
            {t(`${texts}.title`)}
          </Heading>
          <Link to={to}>{t(`${texts}.all`)}</Link>
        </header>
        {list.status === 'loading' ? (
          <>
            <Skeleton label={t(`${texts}.loading`)} className={styles.outline} />
            <Skeleton className={styles.outline} />
          </>
        ) : list.status === 'error' ? (
          <LoadError
            size="part"
            title={t(`${texts}.error`)}
            error={list.error}
            onRetry={list.retry}
            isRetrying={list.isRetrying}
          />
        ) : items.length === 0 ? (
          <Text tone="muted" className={styles.empty}>
            {t(`${texts}.empty`)}
          </Text>
        ) : (
          <ul className={styles.list}>{items.map(children)}</ul>
        )}
      </section>
    </Card>
  );
}

function PersonRow({ member, shared }: LikeMinded) {
  const { t } = useTranslation('mf-social');
  return (
    <Card asChild interactive tone="plain" padding="none">
      <li className={styles.row} data-person>
        <MemberAvatar member={member} />
        <div className={styles.words}>
          <Text weight="bold">
            <Link to={personPath(member.username)} data-card-link>
              <UserText>{member.name}</UserText>
            </Link>
          </Text>
          {member.occupation ? (
            <Text size="sm" clamp={1}>
              <UserText>{member.occupation}</UserText>
            </Text>
          ) : null}
          {shared.length > 0 ? (
            <Text size="sm" tone="muted">
              {t('dashboard.home.people.shared', { interests: shared.join(', ') })}
            </Text>
          ) : null}
        </div>
      </li>
    </Card>
  );
}

function CircleRow({ circle }: { circle: Circle }) {
  const { t } = useTranslation('mf-social');
  return (
    <Card asChild interactive tone="plain" padding="none">
      <li className={styles.row}>
        <Text weight="bold">
          <Link to={circlePath(circle.id)} data-card-link>
            <UserText>{circle.name}</UserText>
          </Link>
        </Text>
        {circle.description ? (
          <UserText block size="sm" clamp={1}>
            {circle.description}
          </UserText>
        ) : null}
        <Text size="sm" tone="muted">
          {t('dashboard.home.circles.members', { count: circle.memberCount })}
          {circle.wayIn.kind === 'invited'
            ? ` · ${t('dashboard.home.circles.invited', { name: circle.wayIn.inviter.name })}`
            : null}
        </Text>
      </li>
    </Card>
  );
}
