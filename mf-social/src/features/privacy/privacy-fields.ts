import type { PrivacySettings } from '@frens/contract';

/** The settings that differ from the stored ones; only these are sent. */
export function changedSettings(stored: PrivacySettings, draft: PrivacySettings): Partial<PrivacySettings> {
  const entries = Object.entries(draft).filter(
    // Safe: both objects have exactly the fields of the settings.
    ([name, value]) => stored[name as keyof PrivacySettings] !== value,
  );
  return Object.fromEntries(entries);
}
