import { Notifications } from '@frens/members/notifications';
import { PageHeader, useTranslation } from '@frens/platform';
import { Page } from '../../page.tsx';

/** /notifications: all that the member was told of (D60). */
export function NotificationsScreen() {
  const { t } = useTranslation('mf-social');
  return (
    <Page width="form">
      <PageHeader title={t('notifications.title')} description={t('notifications.intro')} />
      <Notifications />
    </Page>
  );
}
