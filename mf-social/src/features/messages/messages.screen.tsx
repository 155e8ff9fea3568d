import { PageHeader, useParams, useTranslation } from '@frens/platform';
import { Page } from '../../page.tsx';
import { ConversationList } from './components/conversation-list.tsx';
import { NoConversation, OpenConversation } from './components/open-conversation.tsx';
import styles from './messages.module.css';

/** /messages and /messages/{username}: the member's conversations, and beside them the open one; on a phone one of the two (D72). */
export function MessagesScreen() {
  const { t } = useTranslation('mf-social');
  const { username } = useParams();
  return (
    <Page>
      <div className={styles.header} data-open={username ? true : undefined}>
        <PageHeader title={t('messages.title')} description={t('messages.intro')} />
      </div>
      <div className={styles.root} data-open={username ? true : undefined}>
        <ConversationList openUsername={username?.toLowerCase() ?? null} className={styles.list} />
        <div className={styles.open}>
          {username === undefined ? (
            <NoConversation />
          ) : (
            <OpenConversation key={username.toLowerCase()} username={username} />
          )}
        </div>
      </div>
    </Page>
  );
}
