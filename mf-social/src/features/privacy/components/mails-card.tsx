import { Switch } from '@frens/design-system/switch';
import { LoadError, Spinner, useQuery, useTranslation } from '@frens/platform';
import { TitledCard } from '../../../titled-card.tsx';
import { notificationsQuery, useSaveNotifications } from '../notifications.queries.ts';

/** Which mails the member wants; each switch saves itself. */
export function MailsCard() {
  const { t } = useTranslation('mf-social');
  const { data, error, isFetching, refetch } = useQuery(notificationsQuery);
  const save = useSaveNotifications();
  return (
    <TitledCard headingLevel={3} texts="privacy.mails">
      {data ? (
        <Switch
          label={t('privacy.mails.messages')}
          hint={t('privacy.mails.messagesHint')}
          // As it was chosen while that is on its way, and as it is stored again if it did not get there.
          checked={(save.isPending ? save.variables?.mailMessages : undefined) ?? data.mailMessages}
          onCheckedChange={({ checked }) => save.run({ mailMessages: checked })}
        />
      ) : null}
      {!data && error ? (
        <LoadError
          error={error}
          title={t('privacy.mails.error')}
          headingLevel={4}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data || error ? null : <Spinner label={t('privacy.mails.loading')} />}
    </TitledCard>
  );
}
