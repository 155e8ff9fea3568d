import type { Person } from '@frens/contract';
import { ReportButton } from '@frens/members/safety';
import { SectionCard } from '@frens/members/section-card';
import { useSettle } from '@frens/members/unread';
import { Skeleton, Stack, useInfiniteQuery, useNavigate, useSession, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { NewFriend } from '../../../members/new-friend.tsx';
import { PandaPortrait } from '../../../members/panda-portrait.tsx';
import { Conversation } from '../../../messages/conversation.tsx';
import { messagesQuery } from '../../../messages/messages.queries.ts';
import { paths } from '../../../paths.ts';
import { excludePerson } from '../exclude-person.ts';
import { InCommonCard } from './in-common-card.tsx';
import { PersonAbout } from './person-about.tsx';
import { PersonHead } from './person-head.tsx';
import styles from './person-profile.module.css';
import { WaitingBetween } from './waiting-between.tsx';

/** A person's page, limited to what their privacy settings show. */
export function PersonProfile({ person }: { person: Person }) {
  const { user } = useSession();
  const isSelf = person.id === user?.id;
  // Gender has no privacy switch of its own: without it, only name, username and image are visible (D16).
  const isNameOnly = person.gender === null;
  const { conversation } = person;
  useSettle('person', person.id, !isSelf);
  const isNewFriend = useNewFriendship(person);
  const { t } = useTranslation('mf-social');
  const isAwaited = useMessagesLoading(person);
  const hasEnded = conversation?.state === 'ended';
  // The key moves the card when the conversation ends. A remount would fetch it again, possibly from a deleted account.
  const written = conversation ? (
    <Conversation key="conversation" person={person} conversation={conversation} />
  ) : null;
  return (
    <div className={styles.root}>
      <PersonHead person={person} isSelf={isSelf} />
      <WaitingBetween person={person} />
      {isAwaited ? <Skeleton label={t('person.hello.loading')} shape="card" /> : null}
      {/* Loads hidden, and shows once the messages can no longer push it down. */}
      <div className={styles.columns} hidden={isAwaited}>
        <Stack gap="lg">
          {isNewFriend ? <NewFriend friend={person} headingLevel={2} /> : null}
          {hasEnded ? null : written}
          <PersonAbout person={person} isNameOnly={isNameOnly} />
          {isSelf || isNameOnly ? null : <InCommonCard person={person} />}
          {hasEnded ? written : null}
        </Stack>
        {person.pandaId ? <PandaCard name={person.name} pandaId={person.pandaId} /> : null}
      </div>
      {isSelf ? null : (
        <div className={styles.foot} hidden={isAwaited}>
          <ReportPerson person={person} />
        </div>
      )}
    </div>
  );
}

/** Whether the messages written before the page opened are still loading. */
function useMessagesLoading({ conversation }: Person): boolean {
  const [id] = useState(conversation?.id);
  const { isPending } = useInfiniteQuery({ ...messagesQuery(id ?? ''), enabled: id !== undefined });
  return id !== undefined && isPending;
}

/** Whether the two became friends while the page is open; stays true until it is left. */
function useNewFriendship({ relation }: Person): boolean {
  const [before] = useState(relation);
  return relation === 'friend' && before !== 'friend';
}

/** Reports or blocks a person, then leaves their page: lists exclude them from now on, and after a block so does this page. */
function ReportPerson({ person: { id, name } }: { person: Person }) {
  const navigate = useNavigate();
  return (
    <ReportButton
      type="user"
      id={id}
      name={name}
      onDone={() => {
        navigate(paths.browse, { replace: true });
        excludePerson(id);
      }}
    />
  );
}

function PandaCard({ name, pandaId }: { name: string; pandaId: string }) {
  const { t } = useTranslation('mf-social');
  return (
    <SectionCard
      as="aside"
      title={t('member.panda', { name })}
      size="sm"
      tone="tint"
      align="center"
      className={styles.panda}
    >
      <PandaPortrait pandaId={pandaId} />
    </SectionCard>
  );
}
