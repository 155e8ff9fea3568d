import type { ListedConversation } from '@frens/contract';
import { Ago } from '@frens/members/ago';
import { friendsQuery } from '@frens/members/queries';
import {
  AwaitedList,
  Button,
  Card,
  EmptyState,
  Link,
  LoadMore,
  PandaScene,
  pagedList,
  readAgain,
  Skeleton,
  Text,
  UserText,
  useInfiniteQuery,
  useTranslation,
  VisuallyHidden,
} from '@frens/platform';
import { useEffect, useRef } from 'react';
import { MemberAvatar } from '../../../members/member-avatar.tsx';
import { conversationsKey, conversationsQuery } from '../../../messages/conversations.queries.ts';
import { conversationPath, paths } from '../../../paths.ts';
import styles from './conversation-list.module.css';

interface ConversationListProps {
  /** In lower case. */
  openUsername: string | null;
  className?: string;
}

/** The conversations, unread ones first. */
export function ConversationList({ openUsername, className }: ConversationListProps) {
  const { t } = useTranslation('mf-social');
  return (
    <Card asChild padding="sm" className={className}>
      <nav aria-label={t('messages.list')}>
        <Conversations openUsername={openUsername} />
      </nav>
    </Card>
  );
}

function Conversations({ openUsername }: Pick<ConversationListProps, 'openUsername'>) {
  const { t } = useTranslation('mf-social');
  const rows = useRef<HTMLUListElement>(null);
  const list = pagedList(useInfiniteQuery(conversationsQuery));
  // Reading the open conversation has changed its unread state.
  // oxlint-disable-next-line react/exhaustive-deps -- `openUsername`: the effect runs when another conversation opens.
  useEffect(() => () => readAgain([{ queryKey: conversationsKey }]), [openUsername]);
  if (list.status !== 'ready')
    return <AwaitedList list={list} loading={t('messages.loading')} lines={4} failed={t('messages.error')} />;
  if (list.items.length === 0) return <NothingWritten />;
  const unreadFirst = list.items.toSorted((one, other) => Number(other.isUnread) - Number(one.isUnread));
  return (
    <>
      <ul ref={rows} className={styles.list}>
        {unreadFirst.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            isOpen={conversation.friend.username.toLowerCase() === openUsername}
          />
        ))}
      </ul>
      <LoadMore pages={list.pages} items={rows} />
    </>
  );
}

/** Empty state: links to the member's friends, or to the member list if they have no friends. */
function NothingWritten() {
  const { t } = useTranslation('mf-social');
  const friends = pagedList(useInfiniteQuery(friendsQuery));
  if (friends.status === 'loading') return <Skeleton label={t('messages.loading')} lines={4} />;
  const isAlone = friends.status === 'ready' && friends.items.length === 0;
  return (
    <EmptyState
      size="sm"
      headingLevel={2}
      illustration={<PandaScene scene="waving" />}
      title={t('messages.empty.title')}
      description={t(isAlone ? 'messages.missing.text' : 'messages.empty.text')}
      action={
        <Button asChild>
          <Link to={isAlone ? paths.forYou : paths.friends}>
            {t(isAlone ? 'dashboard.stats.startLink' : 'messages.empty.action')}
          </Link>
        </Button>
      }
    />
  );
}

/** More letters than two lines can show. */
const beginningLength = 240;

/** Shortens a message: screen readers would announce all of it as part of the link's name. */
function beginningOf(text: string): string {
  const letters = [...text];
  return letters.length > beginningLength ? `${letters.slice(0, beginningLength).join('')}…` : text;
}

function ConversationRow({ conversation, isOpen }: { conversation: ListedConversation; isOpen: boolean }) {
  const { t } = useTranslation('mf-social');
  const { friend, lastMessage, at } = conversation;
  // An open conversation counts as read.
  const isUnread = conversation.isUnread && !isOpen;
  return (
    <li>
      <Link
        to={conversationPath(friend.username)}
        className={styles.row}
        aria-current={isOpen ? 'page' : undefined}
        data-unread={isUnread || undefined}
      >
        <MemberAvatar member={friend} className={styles.face} />
        <span className={styles.words}>
          <UserText className={styles.name}>{friend.name}</UserText>
          <span className={styles.said}>
            <Text asChild clamp={2}>
              <span className={styles.line}>
                {lastMessage?.isMine ? `${t('person.hello.you')} ` : null}
                {lastMessage ? <UserText>{beginningOf(lastMessage.text)}</UserText> : t('messages.gone')}
              </span>
            </Text>
            <Ago time={at} className={styles.time} />
          </span>
        </span>
        {isUnread ? (
          <span className={styles.mark}>
            <VisuallyHidden>{t('messages.unread')}</VisuallyHidden>
          </span>
        ) : null}
      </Link>
    </li>
  );
}
