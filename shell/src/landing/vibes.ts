import type { ConnectionType, Vibe } from '@frens/contract/choices';
import type { TraitValues } from '@frens/platform';

/** The choices of the hero's form (spec section 3), each with its value in the registration (D51). */
export const connectionTypeOf = {
  friends: 'new_frens',
  groups: 'group_activities',
  service: 'service_partners',
  mentorship: 'all',
  all: 'all',
} as const satisfies Record<string, ConnectionType>;

export type WishName = keyof typeof connectionTypeOf;
// Safe: the object above has only these keys.
export const wishNames = Object.keys(connectionTypeOf) as WishName[];

const quiet: TraitValues = { warmth: 40, service: 40, creativity: 40, wisdom: 40, adventure: 40 };

/** The Panda beside the form, by the chosen vibe. */
export const vibeTraits: Record<Vibe, TraitValues> = {
  creative: { ...quiet, creativity: 95, warmth: 60 },
  helper: { ...quiet, service: 95, wisdom: 60 },
  social: { ...quiet, warmth: 95, creativity: 60 },
  explorer: { ...quiet, adventure: 95, creativity: 60 },
  organizer: { ...quiet, wisdom: 95, service: 60 },
};
