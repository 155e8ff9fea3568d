import { LoadError, Navigate, Spinner, useLocation, useQuery, useTranslation } from '@frens/platform';
import { settingsPages, settingsPath } from '../../paths.ts';
import { BlockedCard } from './components/blocked-card.tsx';
import { PrivacyForm } from './components/privacy-form.tsx';
import { SettingsPage } from './components/settings-page.tsx';
import styles from './privacy.module.css';
import { privacyQuery } from './privacy.queries.ts';

/** First page of the settings. Older mails and bookmarks link to the other pages by hash, so it redirects them. */
export function PrivacyScreen() {
  const { hash } = useLocation();
  const name = hash === '#data' ? 'account' : hash.slice(1);
  const named = settingsPages.find((page) => page !== 'privacy' && page === name);
  return named ? <Navigate to={settingsPath(named)} replace /> : <PrivacySettings />;
}

/** Visibility settings and blocked members. Each card loads and fails on its own. */
function PrivacySettings() {
  const { t } = useTranslation('mf-social');
  const query = useQuery(privacyQuery);
  const { data, error } = query;
  return (
    <SettingsPage name="privacy">
      {data ? <PrivacyForm stored={data} /> : null}
      {!data && error ? (
        <LoadError query={query} title={t('privacy.error.title')} safe={t('privacy.error.text')} />
      ) : null}
      {data || error ? null : (
        <div className={styles.loading}>
          <Spinner label={t('privacy.loading')} />
        </div>
      )}
      <BlockedCard />
    </SettingsPage>
  );
}
