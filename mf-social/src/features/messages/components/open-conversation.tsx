import { ArrowLeftIcon } from '@frens/design-system/icons';
import {
  ApiError,
  Button,
  Card,
  EmptyState,
  Link,
  LoadError,
  PandaScene,
  Skeleton,
  UserText,
  useQuery,
  useTranslation,
} from '@frens/platform';
import { personQuery } from '../../../members/person.queries.ts';
import { Conversation } from '../../../messages/conversation.tsx';
import { paths, personPath } from '../../../paths.ts';
import styles from '../messages.module.css';

/** One conversation, with the same card as on the friend's page. */
export function OpenConversation({ username }: { username: string }) {
  const { t } = useTranslation('mf-social');
  const query = useQuery(personQuery(username));
  const { data: person, error } = query;
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <>
      <Button asChild size="sm" variant="ghost" icon={<ArrowLeftIcon />} className={styles.back}>
        <Link to={paths.messages}>{t('messages.all')}</Link>
      </Button>
      {person?.conversation && !isMissing ? (
        <>
          <Conversation person={person} conversation={person.conversation} />
          <Link to={personPath(person.username)}>
            {t('messages.toPerson')} <UserText>{person.name}</UserText>
          </Link>
        </>
      ) : person || isMissing ? (
        <NoConversation />
      ) : error ? (
        <LoadError query={query} title={t('messages.openError')} />
      ) : (
        <Skeleton label={t('person.hello.loading')} shape="card" />
      )}
    </>
  );
}

/** The username belongs to no member with whom a conversation exists. */
function NoConversation() {
  const { t } = useTranslation('mf-social');
  return (
    <Card tone="sunken">
      <EmptyState
        size="sm"
        headingLevel={2}
        illustration={<PandaScene scene="searching" />}
        title={t('messages.missing.title')}
        description={t('messages.missing.text')}
      />
    </Card>
  );
}
