import { LoadError, PageHeader, Spinner, useQuery, useTranslation } from '@frens/platform';
import { AccountCards } from '../../account/account-cards.tsx';
import { Page } from '../../page.tsx';
import { BlockedCard } from './components/blocked-card.tsx';
import { PrivacyForm } from './components/privacy-form.tsx';
import styles from './privacy.module.css';
import { privacyQuery } from './privacy.queries.ts';

/** What others see of the member, how they can reach them, and the account itself. */
export function PrivacyScreen() {
  const { t } = useTranslation('mf-social');
  const { data, error, refetch } = useQuery(privacyQuery);
  return (
    <Page width="form">
      <PageHeader title={t('privacy.title')} description={t('privacy.intro')} />
      {data ? <PrivacyForm stored={data} /> : null}
      {!data && error ? (
        <LoadError
          error={error}
          title={t('privacy.error.title')}
          safe={t('privacy.error.text')}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data || error ? null : (
        <div className={styles.loading}>
          <Spinner label={t('privacy.loading')} />
        </div>
      )}
      <div className={styles.account}>
        <BlockedCard />
        <AccountCards />
      </div>
    </Page>
  );
}
