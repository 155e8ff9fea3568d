import { LoadError, Spinner, useQuery, useTranslation } from '@frens/platform';
import { TitledCard } from '../../../titled-card.tsx';
import { notificationsQuery } from '../notifications.queries.ts';
import { MailSwitch } from './mail-switch.tsx';
import styles from './switch-list.module.css';

/** Mail preferences; each switch saves itself. */
export function MailsCard() {
  const { t } = useTranslation('mf-social');
  const query = useQuery(notificationsQuery);
  const { data, error } = query;
  return (
    <TitledCard texts="privacy.mails">
      {data ? (
        <div className={styles.root}>
          <MailSwitch name="mailMessages" texts="messages" settings={data} />
          <MailSwitch name="mailRequests" texts="requests" settings={data} />
          <MailSwitch name="mailIntroductions" texts="introductions" settings={data} />
          <MailSwitch name="mailInvitations" texts="invitations" settings={data} />
        </div>
      ) : null}
      {!data && error ? <LoadError query={query} title={t('privacy.mails.error')} headingLevel={3} /> : null}
      {data || error ? null : <Spinner label={t('privacy.mails.loading')} />}
    </TitledCard>
  );
}
