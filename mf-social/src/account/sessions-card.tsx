import { useSettle } from '@frens/members/unread';
import { LoadError, Spinner, useQuery, useSession, useTranslation } from '@frens/platform';
import { TitledCard } from '../titled-card.tsx';
import { sessionsQuery } from './sessions.queries.ts';
import { SessionsList } from './sessions-list.tsx';

/** "Where you’re signed in": the member's sessions (D11). */
export function SessionsCard() {
  const { t } = useTranslation('mf-social');
  const { user } = useSession();
  const query = useQuery(sessionsQuery);
  const { data, error } = query;
  useSettle('security', undefined, data !== undefined);
  return (
    <TitledCard texts={user?.hasPassword ? 'account.places.change' : 'account.places.none'}>
      {data ? <SessionsList places={data} /> : null}
      {!data && error ? <LoadError query={query} title={t('account.places.error')} headingLevel={3} /> : null}
      {data || error ? null : <Spinner label={t('account.places.loading')} />}
    </TitledCard>
  );
}
