import {
  PageHeader,
  pagedList,
  useInfiniteQuery,
  useMediaQuery,
  useParams,
  useQuery,
  useTranslation,
} from '@frens/platform';
import { useState } from 'react';
import { personQuery } from '../../members/person.queries.ts';
import { conversationsQuery } from '../../messages/conversations.queries.ts';
import { Page } from '../../page.tsx';
import { ConversationList } from './components/conversation-list.tsx';
import { OpenConversation } from './components/open-conversation.tsx';
import styles from './messages.module.css';

/**
 * /messages and /messages/{username}: the list and the open conversation, side by side; phones show one of the two (D72). A wide screen
 * opens the newest conversation if the URL names none.
 */
export function MessagesScreen() {
  const { t } = useTranslation('mf-social');
  const { username } = useParams();
  const { data: person } = useQuery({ ...personQuery(username ?? ''), enabled: username !== undefined });
  const isWide = useMediaQuery('(min-width: 900px)');
  const list = pagedList(useInfiniteQuery(conversationsQuery));
  const [newest] = list.status === 'ready' ? list.items : [];
  // A conversation that becomes the newest meanwhile does not replace the one on screen.
  const [first, setFirst] = useState<string>();
  if (first === undefined && newest) setFirst(newest.friend.username);
  const shown = username ?? (isWide ? first : undefined);
  const isOpen = username !== undefined || undefined;
  return (
    <Page>
      <div
        className={styles.header}
        data-open={isOpen}
        // Document title: the friend's name alone.
        data-title={isOpen && person && t('person.hello.title', { name: person.name })}
      >
        <PageHeader title={t('messages.title')} description={t('messages.intro')} />
      </div>
      <div className={styles.root} data-open={isOpen} data-alone={shown === undefined || undefined}>
        <ConversationList openUsername={shown?.toLowerCase() ?? null} className={styles.list} />
        {shown === undefined ? null : (
          <div className={styles.open}>
            <OpenConversation key={shown.toLowerCase()} username={shown} />
          </div>
        )}
      </div>
    </Page>
  );
}
