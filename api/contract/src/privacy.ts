import { z } from 'zod';
import { profileVisibilities } from './choices.ts';
import { endpoint } from './endpoint.ts';

const Switch = z.boolean({ error: 'validation.switch' });

export const PrivacySettings = z.object({
  profileVisibility: z.enum(profileVisibilities, { error: 'validation.profileVisibility' }),
  ageVisible: Switch,
  bioVisible: Switch,
  interestsVisible: Switch,
  locationVisible: Switch,
  matchSuggestionsEnabled: Switch,
  allowDirectMessages: Switch,
  showOnlineStatus: Switch,
  allowTagging: Switch,
  allowFriendRequests: Switch,
  activityVisible: Switch,
});

export const UpdatePrivacyBody = PrivacySettings.partial();

/** Defaults of a new member (specification, section 3). */
export const defaultPrivacy: PrivacySettings = {
  profileVisibility: 'public',
  ageVisible: true,
  bioVisible: true,
  interestsVisible: true,
  locationVisible: true,
  matchSuggestionsEnabled: true,
  allowDirectMessages: true,
  showOnlineStatus: true,
  allowTagging: true,
  allowFriendRequests: true,
  activityVisible: true,
};

export const privacyEndpoints = {
  'GET /api/privacy-settings': endpoint({ response: PrivacySettings }),
  'PATCH /api/privacy-settings': endpoint({ body: UpdatePrivacyBody, response: PrivacySettings }),
};

export type PrivacySettings = z.output<typeof PrivacySettings>;
