import { MissingPage } from '@frens/members/missing-page';
import { ApiError, LoadError, useParams, useQuery, useTranslation } from '@frens/platform';
import { personQuery } from '../../members/person.queries.ts';
import { Page } from '../../page.tsx';
import { paths } from '../../paths.ts';
import { PersonLoading } from './components/person-loading.tsx';
import { PersonProfile } from './components/person-profile.tsx';

/** /frens/{username}: one person, as far as they are shown to the member (D57). */
export function PersonScreen() {
  const { username = '' } = useParams();
  // Another person is another page: no open dialog or removal under way is carried over.
  return <PersonPage key={username.toLowerCase()} username={username} />;
}

function PersonPage({ username }: { username: string }) {
  const { t } = useTranslation('mf-social');
  const { data: person, error, isFetching, refetch } = useQuery(personQuery(username));
  // Also after a friendship ended: who showed themselves to friends alone is gone with it.
  if (error instanceof ApiError && error.status === 404)
    return (
      <MissingPage
        title={t('person.missing.title')}
        text={t('person.missing.text')}
        action={{ to: paths.browse, label: t('person.missing.action') }}
      />
    );
  return (
    <Page>
      {person ? <PersonProfile person={person} /> : null}
      {!person && error ? (
        <LoadError
          headingLevel={1}
          error={error}
          title={t('person.error')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {!person && !error ? <PersonLoading /> : null}
    </Page>
  );
}
