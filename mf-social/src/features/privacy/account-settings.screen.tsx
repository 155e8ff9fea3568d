import { DeleteAccountCard } from '../../account/delete-account-card.tsx';
import { ExportCard } from '../../account/export-card.tsx';
import { SettingsPage } from './components/settings-page.tsx';

/** Export of the member's data, and deletion of the account (D46). */
export function AccountSettingsScreen() {
  return (
    <SettingsPage name="account">
      <ExportCard />
      <DeleteAccountCard />
    </SettingsPage>
  );
}
