import { PasswordCard } from '../../account/password-card.tsx';
import { PlacesCard } from '../../account/sessions-card.tsx';
import { SettingsPage } from './components/settings-page.tsx';

/** How safe the account is (D11, D12). */
export function SecuritySettingsScreen() {
  return (
    <SettingsPage name="security">
      <PlacesCard />
      <PasswordCard />
    </SettingsPage>
  );
}
