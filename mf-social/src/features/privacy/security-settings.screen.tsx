import { useQuery } from '@frens/platform';
import { PasswordCard } from '../../account/password-card.tsx';
import { sessionsQuery } from '../../account/sessions.queries.ts';
import { SessionsCard } from '../../account/sessions-card.tsx';
import { SettingsPage } from './components/settings-page.tsx';

/** Sessions and password (D11, D12). */
export function SecuritySettingsScreen() {
  const { isPending } = useQuery(sessionsQuery);
  return (
    <SettingsPage name="security">
      <SessionsCard />
      {/* Hidden until the sessions load: they set its position, and whether it asks for the password. */}
      <div hidden={isPending}>
        <PasswordCard />
      </div>
    </SettingsPage>
  );
}
