import { MailsCard } from './components/mails-card.tsx';
import { SettingsPage } from './components/settings-page.tsx';

/** What the member is told by email. */
export function NotificationSettingsScreen() {
  return (
    <SettingsPage name="notifications">
      <MailsCard />
    </SettingsPage>
  );
}
