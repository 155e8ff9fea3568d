import { MailsCard } from './components/mails-card.tsx';
import { SettingsPage } from './components/settings-page.tsx';

/** Settings page for notification mails. */
export function NotificationSettingsScreen() {
  return (
    <SettingsPage name="notifications">
      <MailsCard />
    </SettingsPage>
  );
}
