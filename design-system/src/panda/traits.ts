/** The five traits in their fixed order, which breaks ties. */
export const traits = ['warmth', 'service', 'creativity', 'wisdom', 'adventure'] as const;

export type Trait = (typeof traits)[number];

/** Each from 0 to 100. */
export type TraitValues = Record<Trait, number>;

/** The hue of each trait, used everywhere. Always shown with a word or a picture. */
export const traitHues = {
  warmth: 'persimmon',
  service: 'bamboo',
  creativity: 'plum',
  wisdom: 'sky',
  adventure: 'honey',
} as const satisfies Record<Trait, string>;
