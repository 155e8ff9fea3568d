import { type Hue, type Trait, traitHues, traits } from '@frens/platform';

/** Maps the API's trait key to the design system's (`Warmth` to `warmth`); undefined if this version does not know it. */
export function knownTrait(key: string): Trait | undefined {
  const name = key.toLowerCase();
  return traits.find((trait) => trait === name);
}

/** Hue of a trait; neutral for an unknown trait. */
export function traitHue(key: string): Hue {
  const trait = knownTrait(key);
  return trait ? traitHues[trait] : 'neutral';
}

/** The five traits in fixed order with their values; a missing one counts as 0. */
export function traitShape(values: Readonly<Record<string, number>>): Array<{ trait: Trait; value: number }> {
  const byName = new Map(Object.entries(values).map(([key, value]) => [knownTrait(key), value]));
  return traits.map((trait) => ({ trait, value: byName.get(trait) ?? 0 }));
}
