import type { Vibe } from '@frens/contract/choices';
import { visitor } from './current-platform.ts';

// The visitor's chosen vibe, from the landing page's form to the quiz: in memory only, never sent (D51).

/** Stores the chosen vibe for the life of the page. */
export function chooseVibe(vibe: Vibe | null): void {
  visitor.vibe = vibe;
}

/** The vibe that was chosen on the landing page, or null. */
export const chosenVibe = (): Vibe | null => visitor.vibe;
