import { type Trait, type TraitValues, traits } from './traits.ts';

export interface PandaDrawing {
  id: string;
  traits: TraitValues;
  /** The member's score; bamboo leaves grow with it. */
  score?: number;
  /** Width and height written into the SVG. */
  size?: number;
  /** Words for screen readers; without them the drawing is decoration. */
  title?: string;
}

/** Draws a Panda: the same SVG text for the same id and traits, always, in a browser and on a server. */
export function drawPanda({ id, traits: values, size = 512 }: PandaDrawing): string {
  const leading: Trait = [...traits].sort((a, b) => values[b] - values[a])[0] ?? 'warmth';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="${size}" height="${size}" data-panda="${id}" data-leading="${leading}"></svg>`;
}

export { type Trait, type TraitValues, traitHues, traits } from './traits.ts';
