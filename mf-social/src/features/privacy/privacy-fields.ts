import type { PrivacySettings } from '@frens/contract';
import type { TextKey } from '@frens/platform';

/** A setting that is on or off. */
export type PrivacySwitch = Exclude<keyof PrivacySettings, 'profileVisibility'>;

/** A switch with its words. */
export interface SwitchTexts {
  field: PrivacySwitch;
  label: TextKey<'mf-social'>;
  hint: TextKey<'mf-social'>;
}

/** Switches of the visibility card (D17). */
export const visibilitySwitches: readonly SwitchTexts[] = [
  { field: 'ageVisible', label: 'privacy.fields.showAge', hint: 'privacy.hints.showAge' },
  { field: 'bioVisible', label: 'privacy.fields.showBio', hint: 'privacy.hints.showBio' },
  { field: 'interestsVisible', label: 'privacy.fields.showInterests', hint: 'privacy.hints.showInterests' },
  { field: 'locationVisible', label: 'privacy.fields.showLocation', hint: 'privacy.hints.showLocation' },
];

/** Switches of the interactions card. */
export const interactionSwitches: readonly SwitchTexts[] = (
  [
    ['allowFriendRequests', 'allowFriendRequests'],
    ['matchSuggestionsEnabled', 'allowMatchSuggestions'],
    ['allowDirectMessages', 'allowMessages'],
    ['showOnlineStatus', 'showOnlineStatus'],
    ['allowTagging', 'allowTagging'],
    ['activityVisible', 'showActivity'],
  ] as const
).map(([field, text]) => ({
  field,
  label: `privacy.interactions.${text}`,
  hint: `privacy.hints.${text}`,
}));

/** The settings that differ from what is stored: only these are sent. */
export function changedSettings(stored: PrivacySettings, draft: PrivacySettings): Partial<PrivacySettings> {
  const entries = Object.entries(draft).filter(
    // True because both objects have exactly the fields of the settings.
    ([name, value]) => stored[name as keyof PrivacySettings] !== value,
  );
  return Object.fromEntries(entries);
}
