import { z } from 'zod';
import { interactionSwitches, profileVisibilities } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { type FieldSwitch, fieldSwitches } from './profile-fields.ts';

/** A boolean setting. */
export type PrivacySwitch = FieldSwitch | (typeof interactionSwitches)[number];

/** Maps every switch to a value. */
export function mapSwitches<Value>(make: () => Value): Record<PrivacySwitch, Value> {
  // Safe: it has exactly these keys.
  return Object.fromEntries(
    [...fieldSwitches, ...interactionSwitches].map((name) => [name, make()]),
  ) as Record<PrivacySwitch, Value>;
}

export const PrivacySettings = z.object({
  profileVisibility: z.enum(profileVisibilities, { error: 'validation.profileVisibility' }),
  ...mapSwitches(() => z.boolean({ error: 'validation.switch' })),
});

export const UpdatePrivacyBody = PrivacySettings.partial();

/** Defaults of a new member (specification, section 3). */
export const defaultPrivacy: PrivacySettings = { profileVisibility: 'public', ...mapSwitches(() => true) };

export const privacyEndpoints = {
  'GET /api/privacy-settings': endpoint({ response: PrivacySettings }),
  'PATCH /api/privacy-settings': endpoint({ body: UpdatePrivacyBody, response: PrivacySettings }),
};

export type PrivacySettings = z.output<typeof PrivacySettings>;
