import { type Hue, type Trait, traitHues, traits } from '@frens/platform';

/** The trait that a key of the API means, if this version knows it. The API writes `Warmth` where the design system writes `warmth`. */
export function knownTrait(key: string): Trait | undefined {
  const name = key.toLowerCase();
  return traits.find((trait) => trait === name);
}

/** The hue a trait has everywhere; a trait that this version does not know stays neutral. */
export function traitHue(key: string): Hue {
  const trait = knownTrait(key);
  return trait ? traitHues[trait] : 'neutral';
}

/** The five traits in their fixed order with their values; one that the API left out counts nothing. */
export function traitShape(values: Readonly<Record<string, number>>): Array<{ trait: Trait; value: number }> {
  const byName = new Map(Object.entries(values).map(([key, value]) => [knownTrait(key), value]));
  return traits.map((trait) => ({ trait, value: byName.get(trait) ?? 0 }));
}
