import type { Vibe } from '@frens/contract/choices';
import { visitor } from './current-platform.ts';

// The visitor's chosen vibe, passed from the landing page's form to the quiz in memory, never sent (D51).

/** Stores the chosen vibe until the page unloads. */
export function chooseVibe(vibe: Vibe | null): void {
  visitor.vibe = vibe;
}

/** The vibe chosen on the landing page, or null. */
export const chosenVibe = (): Vibe | null => visitor.vibe;
