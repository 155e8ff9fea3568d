import { MailsCard } from './components/mails-card.tsx';
import { SettingsPage } from './components/settings-page.tsx';

/** Which notifications the member gets by email. */
export function NotificationSettingsScreen() {
  return (
    <SettingsPage name="notifications">
      <MailsCard />
    </SettingsPage>
  );
}
