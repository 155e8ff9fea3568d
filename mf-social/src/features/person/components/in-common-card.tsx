import type { Circle, InCommon, MatchReason, Person, PublicUser } from '@frens/contract';
import { SectionCard } from '@frens/members/section-card';
import {
  Heading,
  Link,
  LoadError,
  Skeleton,
  Stack,
  Text,
  UserText,
  useQuery,
  useSession,
  useTranslation,
} from '@frens/platform';
import { useId } from 'react';
import { InterestList } from '../../../members/interest-list.tsx';
import { MemberAvatar } from '../../../members/member-avatar.tsx';
import { Reason } from '../../../members/reason.tsx';
import { sharedInterests } from '../../../members/shared-interests.ts';
import { circlePath, personPath } from '../../../paths.ts';
import { inCommonQuery } from '../in-common.queries.ts';
import styles from './in-common-card.module.css';

/** Vibe, interests, friends and circles that the member shares with a person. */
export function InCommonCard({ person }: { person: Person }) {
  const { t } = useTranslation('mf-social');
  return (
    <SectionCard title={t('person.common.title')}>
      <Content person={person} />
    </SectionCard>
  );
}

function Content({ person }: { person: Person }) {
  const { t } = useTranslation('mf-social');
  const query = useQuery(inCommonQuery(person.id));
  const { data, error } = query;
  if (data) return <Shared inCommon={data} person={person} />;
  if (!error) return <Skeleton label={t('person.common.loading')} lines={2} />;
  return <LoadError size="part" title={t('person.common.error')} query={query} />;
}

function Shared({
  inCommon: { circles, friends, hasMoreFriends, reasons },
  person: { name, interests },
}: {
  inCommon: InCommon;
  person: Person;
}) {
  const { t } = useTranslation('mf-social');
  const { user } = useSession();
  const shared = sharedInterests(interests, user?.interests ?? []);
  // The lists below name these in full, so the reasons leave them out.
  const isListed: Partial<Record<MatchReason['kind'], boolean>> = {
    circles: circles.length > 0,
    friends: friends.length > 0,
    interest: shared.length > 0,
  };
  const otherReasons = reasons.filter(({ kind }) => !isListed[kind]);
  const isNothing = [circles, friends, shared].every(({ length }) => length === 0);
  return (
    <>
      {otherReasons.length > 0 ? (
        <div className={styles.reasons}>
          {otherReasons.map((reason) => (
            <Reason key={reason.kind} reason={reason} about="you" />
          ))}
        </div>
      ) : null}
      {isNothing && otherReasons.every(({ kind }) => kind === 'new') ? (
        <Text tone="muted">
          {t(hasMoreFriends ? 'person.common.unknown' : 'person.common.empty', { name })}
        </Text>
      ) : null}
      {shared.length > 0 ? <Interests interests={shared} /> : null}
      {friends.length > 0 ? <Friends friends={friends} hasMore={hasMoreFriends} /> : null}
      {circles.length > 0 ? <Circles circles={circles} /> : null}
    </>
  );
}

function Interests({ interests }: { interests: string[] }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  return (
    <Stack gap="sm">
      <Heading level={3} size="sm" id={title}>
        {t('person.common.interests')}
      </Heading>
      <InterestList interests={interests} labelledBy={title} />
    </Stack>
  );
}

function Friends({ friends, hasMore }: { friends: PublicUser[]; hasMore: boolean }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  return (
    <div>
      <Heading level={3} size="sm" id={title}>
        {t('person.common.friends')}
      </Heading>
      <ul aria-labelledby={title} className={styles.friends}>
        {friends.map((friend) => (
          <li key={friend.id} className={styles.item}>
            <Link to={personPath(friend.username)} className={styles.friend}>
              <MemberAvatar member={friend} size="sm" />
              <UserText className={styles.name}>{friend.name}</UserText>
            </Link>
          </li>
        ))}
      </ul>
      {hasMore ? (
        <Text size="sm" tone="muted">
          {t('person.common.more')}
        </Text>
      ) : null}
    </div>
  );
}

function Circles({ circles }: { circles: Circle[] }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  return (
    <div>
      <Heading level={3} size="sm" id={title}>
        {t('person.common.circles')}
      </Heading>
      <ul aria-labelledby={title} className={styles.circles}>
        {circles.map(({ id, name, memberCount }) => (
          <li key={id} className={styles.circle}>
            <Link to={circlePath(id)} className={styles.circleName}>
              <UserText>{name}</UserText>
            </Link>
            <Text size="sm" tone="muted">
              {t('person.common.members', { count: memberCount })}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
