import { LoadError, PageHeader, Spinner, useQuery, useTranslation } from '@frens/platform';
import { EndCard } from '../../account/delete-account-card.tsx';
import { ExportCard } from '../../account/export-card.tsx';
import { PasswordCard } from '../../account/password-card.tsx';
import { PlacesCard } from '../../account/sessions-card.tsx';
import { Page } from '../../page.tsx';
import { BlockedCard } from './components/blocked-card.tsx';
import { MailsCard } from './components/mails-card.tsx';
import { Part, SettingsLinks, useSettingsPage } from './components/parts.tsx';
import { PrivacyForm } from './components/privacy-form.tsx';
import styles from './privacy.module.css';
import { privacyQuery } from './privacy.queries.ts';

/** The settings, in pages: who sees and reaches the member, what they are told of, how safe the account is, and the account itself. Each card loads and fails alone. */
export function PrivacyScreen() {
  const { t } = useTranslation('mf-social');
  const { data, error, refetch } = useQuery(privacyQuery);
  const open = useSettingsPage();
  return (
    <Page width="form">
      <PageHeader title={t('privacy.title')} description={t('privacy.intro')} />
      <SettingsLinks open={open} />
      <Part name="privacy" open={open}>
        {data ? <PrivacyForm stored={data} /> : null}
        {!data && error ? (
          <LoadError
            error={error}
            title={t('privacy.error.title')}
            safe={t('privacy.error.text')}
            headingLevel={3}
            onRetry={() => void refetch()}
          />
        ) : null}
        {data || error ? null : (
          <div className={styles.loading}>
            <Spinner label={t('privacy.loading')} />
          </div>
        )}
        <BlockedCard />
      </Part>
      <Part name="notifications" open={open}>
        <MailsCard />
      </Part>
      <Part name="security" open={open}>
        <PlacesCard />
        <PasswordCard />
      </Part>
      <Part name="account" open={open}>
        <ExportCard />
        <EndCard />
      </Part>
    </Page>
  );
}
