import { MissingPage } from '@frens/members/missing-page';
import { ApiError, LoadError, useParams, useQuery, useTranslation } from '@frens/platform';
import { personQuery } from '../../members/person.queries.ts';
import { Page } from '../../page.tsx';
import { paths } from '../../paths.ts';
import { PersonLoading } from './components/person-loading.tsx';
import { PersonProfile } from './components/person-profile.tsx';

/** /frens/{username}: one person, limited to what they show the member (D57). */
export function PersonScreen() {
  const { username = '' } = useParams();
  // The key resets state per person, so that no open dialog or pending removal carries over.
  return <PersonPage key={username.toLowerCase()} username={username} />;
}

function PersonPage({ username }: { username: string }) {
  const { t } = useTranslation('mf-social');
  const query = useQuery(personQuery(username));
  const { data: person, error } = query;
  // Also after a friendship ends: a profile visible to friends only disappears with it.
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
      {!person && error ? <LoadError headingLevel={1} query={query} title={t('person.error')} /> : null}
      {!person && !error ? <PersonLoading /> : null}
    </Page>
  );
}
