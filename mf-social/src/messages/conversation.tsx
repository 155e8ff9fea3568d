import type { Conversation as ConversationFacts, Person } from '@frens/contract';
import { RefreshIcon } from '@frens/design-system/icons';
import { useSettle } from '@frens/members/unread';
import { useScrollToHash } from '@frens/members/use-scroll-to-hash';
import {
  AwaitedList,
  Card,
  Heading,
  IconButton,
  Link,
  LoadError,
  Notice,
  pagedList,
  Stack,
  useInfiniteQuery,
  useTranslation,
  VisuallyHidden,
} from '@frens/platform';
import { type ReactNode, useId, useRef, useState } from 'react';
import { helloHash, paths } from '../paths.ts';
import styles from './conversation.module.css';
import { MessageList, type MessageListProps } from './message-list.tsx';
import { messagesQuery } from './messages.queries.ts';
import { WriteMessage } from './write-message.tsx';

interface ConversationProps {
  person: Person;
  conversation: ConversationFacts;
}

/** The focus target: the input, or the heading if the conversation is closed. */
const fieldOf = (card: HTMLElement) => card.querySelector('textarea') ?? card.querySelector('h2');

/** The messages between the member and a friend, newest last, and the input (D67). */
export function Conversation({ person: { id: friendId, name }, conversation }: ConversationProps) {
  const { t } = useTranslation('mf-social');
  const { id, state, canAnswer } = conversation;
  const title = useId();
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useInfiniteQuery(messagesQuery(id));
  const { news, look } = useNews(query);
  useScrollToHash(helloHash, card, { isThere: !query.isPending, block: 'nearest', focus: fieldOf });
  useSettle('conversation', friendId, !query.isFetching && query.dataUpdatedAt);
  return (
    <Card asChild>
      <section aria-labelledby={title} ref={card}>
        <Stack>
          <header className={styles.header}>
            <Heading level={2} size="md" id={title} ref={heading} tabIndex={-1}>
              {t('person.hello.title', { name })}
            </Heading>
            <IconButton
              size="sm"
              variant="ghost"
              label={t('person.hello.refresh')}
              aria-disabled={query.isFetching || undefined}
              onClick={look}
            >
              <RefreshIcon />
            </IconButton>
          </header>
          <VisuallyHidden role="status">{news}</VisuallyHidden>
          <Written
            query={query}
            name={name}
            conversation={conversation}
            onGone={() => heading.current?.focus()}
          />
          {state === 'open' ? (
            <>
              {canAnswer ? null : (
                <Notice tone="warning">
                  {t('person.hello.cannotAnswer', { name })}{' '}
                  <Link to={paths.privacy}>{t('person.hello.settings')}</Link>
                </Notice>
              )}
              <WriteMessage key={id} connectionId={id} name={name} />
            </>
          ) : (
            <Notice>{t(`person.hello.${state}`, { name })}</Notice>
          )}
        </Stack>
      </section>
    </Card>
  );
}

type Query = ReturnType<typeof useMessages>;
const useMessages = (id: string) => useInfiniteQuery(messagesQuery(id));

interface WrittenProps extends Pick<MessageListProps, 'name' | 'conversation' | 'onGone'> {
  query: Query;
}

function Written({ query, ...rest }: WrittenProps): ReactNode {
  const { t } = useTranslation('mf-social');
  const list = pagedList(query);
  if (list.status !== 'ready')
    return (
      <AwaitedList
        list={list}
        loading={t('person.hello.loading')}
        shape="card"
        className={styles.awaited}
        failed={t('person.hello.error')}
      />
    );
  return (
    <>
      <MessageList list={list} now={new Date(query.dataUpdatedAt)} {...rest} />
      {query.isRefetchError ? (
        <LoadError size="part" title={t('person.hello.newsError')} query={query} />
      ) : null}
    </>
  );
}

/** Fetches new messages on demand and announces the count; nothing polls. */
function useNews({ data, isFetching, refetch }: Query) {
  const { t } = useTranslation('mf-social');
  const [news, setNews] = useState('');
  const known = new Set(data?.pages.flatMap(({ items }) => items.map(({ id }) => id)));
  async function look() {
    setNews('');
    const { data: now, isError } = await refetch();
    if (isError) return;
    const first = now?.pages[0]?.items ?? [];
    const count = first.filter(({ id, isMine }) => !isMine && !known.has(id)).length;
    setNews(t(count > 0 ? 'person.hello.news' : 'person.hello.noNews', { count }));
  }
  return { news, look: () => (isFetching ? undefined : void look()) };
}
