import type { Vibe } from '@frens/contract/choices';
import type { TraitValues } from '@frens/platform';

const quiet: TraitValues = { warmth: 40, service: 40, creativity: 40, wisdom: 40, adventure: 40 };

/** The Panda beside the form, by the chosen vibe. */
export const vibeTraits: Record<Vibe, TraitValues> = {
  creative: { ...quiet, creativity: 95, warmth: 60 },
  helper: { ...quiet, service: 95, wisdom: 60 },
  social: { ...quiet, warmth: 95, creativity: 60 },
  explorer: { ...quiet, adventure: 95, creativity: 60 },
  organizer: { ...quiet, wisdom: 95, service: 60 },
};
