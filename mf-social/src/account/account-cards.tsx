import { Stack } from '@frens/platform';
import { EndCard } from './end-card.tsx';
import { ExportCard } from './export-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PlacesCard } from './places-card.tsx';

/** Cards of `/privacy-settings` that are about the account itself: each loads, fails and saves alone. */
export function AccountCards() {
  return (
    <Stack gap="lg">
      <PlacesCard />
      <PasswordCard />
      <ExportCard />
      <EndCard />
    </Stack>
  );
}
