import { useQuery } from '@frens/platform';
import { PasswordCard } from '../../account/password-card.tsx';
import { placesQuery } from '../../account/sessions.queries.ts';
import { PlacesCard } from '../../account/sessions-card.tsx';
import { SettingsPage } from './components/settings-page.tsx';

/** How safe the account is (D11, D12). */
export function SecuritySettingsScreen() {
  const { isPending } = useQuery(placesQuery);
  return (
    <SettingsPage name="security">
      <PlacesCard />
      {/* The list above it decides where it stands, and whether it asks for the password. */}
      <div hidden={isPending}>
        <PasswordCard />
      </div>
    </SettingsPage>
  );
}
