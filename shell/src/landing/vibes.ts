import type { TraitValues } from '@frens/platform';

/** The choices of the hero's form (spec section 3). They stay in the page and are never sent. */
export const vibes = ['creative', 'helper', 'social', 'explorer', 'organizer'] as const;
export const lookingFors = ['friends', 'groups', 'service', 'mentorship', 'all'] as const;

export type Vibe = (typeof vibes)[number];

const quiet: TraitValues = { warmth: 40, service: 40, creativity: 40, wisdom: 40, adventure: 40 };

/** The Panda that a choice of vibe draws beside the form. */
export const vibeTraits: Record<Vibe, TraitValues> = {
  creative: { ...quiet, creativity: 95, warmth: 60 },
  helper: { ...quiet, service: 95, wisdom: 60 },
  social: { ...quiet, warmth: 95, creativity: 60 },
  explorer: { ...quiet, adventure: 95, creativity: 60 },
  organizer: { ...quiet, wisdom: 95, service: 60 },
};
