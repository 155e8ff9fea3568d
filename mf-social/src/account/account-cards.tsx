import { Stack } from '@frens/platform';
import { PlacesCard } from './places-card.tsx';

/** Cards of `/privacy-settings` that are about the account itself: each loads, fails and saves alone. */
export function AccountCards() {
  return (
    <Stack gap="lg">
      <PlacesCard />
    </Stack>
  );
}
