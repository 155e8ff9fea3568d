import type { Vibe } from '@frens/contract/choices';
import { visitor } from './current-platform.ts';

// What a visitor takes themselves for, from the landing page's form to the quiz: in memory alone, and sent to nobody (D51).

/** Keeps the vibe that was chosen, as long as the page lives. */
export function chooseVibe(vibe: Vibe | null): void {
  visitor.vibe = vibe;
}

/** The vibe that was chosen on the landing page, or null. */
export const chosenVibe = (): Vibe | null => visitor.vibe;
