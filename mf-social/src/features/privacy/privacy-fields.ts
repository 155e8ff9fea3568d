import type { PrivacySettings } from '@frens/contract';

/** A setting that is on or off. */
export type PrivacySwitch = Exclude<keyof PrivacySettings, 'profileVisibility'>;

/** Switches of the visibility card: the name their texts stand under, and the stored field (D17). */
export const visibilitySwitches = {
  showAge: 'ageVisible',
  showBio: 'bioVisible',
  showInterests: 'interestsVisible',
  showLocation: 'locationVisible',
} as const satisfies Record<string, PrivacySwitch>;

/** Switches of the interactions card. */
export const interactionSwitches = {
  allowFriendRequests: 'allowFriendRequests',
  allowMatchSuggestions: 'matchSuggestionsEnabled',
  allowMessages: 'allowDirectMessages',
  showOnlineStatus: 'showOnlineStatus',
  allowTagging: 'allowTagging',
  showActivity: 'activityVisible',
} as const satisfies Record<string, PrivacySwitch>;

/** The settings that differ from what is stored: only these are sent. */
export function changedSettings(stored: PrivacySettings, draft: PrivacySettings): Partial<PrivacySettings> {
  const entries = Object.entries(draft).filter(
    // True because both objects have exactly the fields of the settings.
    ([name, value]) => stored[name as keyof PrivacySettings] !== value,
  );
  return Object.fromEntries(entries);
}
