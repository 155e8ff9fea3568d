import { EndCard } from '../../account/delete-account-card.tsx';
import { ExportCard } from '../../account/export-card.tsx';
import { SettingsPage } from './components/settings-page.tsx';

/** The member's data, and the end of the account (D46). */
export function AccountSettingsScreen() {
  return (
    <SettingsPage name="account">
      <ExportCard />
      <EndCard />
    </SettingsPage>
  );
}
