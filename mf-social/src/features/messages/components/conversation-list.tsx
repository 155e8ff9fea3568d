import type { ListedConversation } from '@frens/contract';
import { Ago } from '@frens/members/ago';
import {
  AwaitedList,
  Button,
  Card,
  Cluster,
  EmptyState,
  Link,
  LoadMore,
  PandaScene,
  pagedList,
  Text,
  UserText,
  useInfiniteQuery,
  useTranslation,
  VisuallyHidden,
} from '@frens/platform';
import { useRef } from 'react';
import { MemberAvatar } from '../../../members/member-avatar.tsx';
import { conversationsQuery } from '../../../messages/conversations.queries.ts';
import { conversationPath, paths } from '../../../paths.ts';
import styles from './conversation-list.module.css';

interface ConversationListProps {
  /** In lower case. */
  openUsername: string | null;
  className?: string;
}

/** The conversations, those with something unread first. */
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
  if (list.status !== 'ready') {
    return <AwaitedList list={list} loading={t('messages.loading')} lines={4} failed={t('messages.error')} />;
  }
  if (list.items.length === 0) {
    return (
      <EmptyState
        size="sm"
        headingLevel={2}
        illustration={<PandaScene scene="waving" />}
        title={t('messages.empty.title')}
        description={t('messages.empty.text')}
        action={
          <Cluster justify="center">
            <Button asChild>
              <Link to={paths.forYou}>{t('dashboard.stats.startLink')}</Link>
            </Button>
            <Button asChild variant="secondary">
              <Link to={paths.connections}>{t('messages.empty.action')}</Link>
            </Button>
          </Cluster>
        }
      />
    );
  }
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

interface ConversationRowProps {
  conversation: ListedConversation;
  isOpen: boolean;
}

function ConversationRow({ conversation, isOpen }: ConversationRowProps) {
  const { t } = useTranslation('mf-social');
  const { friend, lastMessage, at, isUnread } = conversation;
  return (
    <li>
      <Link
        to={conversationPath(friend.username)}
        className={styles.row}
        aria-current={isOpen ? 'page' : undefined}
        data-unread={isUnread || undefined}
      >
        <MemberAvatar member={friend} />
        <span className={styles.words}>
          <span className={styles.head}>
            <UserText className={styles.name}>{friend.name}</UserText>
            <span className={styles.time}>
              <Ago time={at} />
            </span>
          </span>
          <Text asChild size="sm" clamp={1}>
            <span className={styles.line}>
              {lastMessage?.isMine ? `${t('person.hello.you')} ` : null}
              {lastMessage ? <UserText>{lastMessage.text}</UserText> : t('messages.gone')}
            </span>
          </Text>
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
