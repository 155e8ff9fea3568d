import { describe, expect, it } from 'vitest';
import { traitHue, traitShape } from './traits.ts';

describe('traits', () => {
  it.each([
    ['Warmth', 'persimmon'],
    ['Service', 'bamboo'],
    ['Creativity', 'plum'],
    ['Wisdom', 'sky'],
    ['Adventure', 'honey'],
    ['Mischief', 'neutral'],
  ])('gives %s the hue %s', (trait, hue) => {
    expect(traitHue(trait)).toBe(hue);
  });

  it('sorts the five traits in fixed order and counts a missing one as 0', () => {
    expect(traitShape({ Adventure: 10, Warmth: 80, Mischief: 99, Wisdom: 30, Creativity: 20 })).toEqual([
      { trait: 'warmth', value: 80 },
      { trait: 'service', value: 0 },
      { trait: 'creativity', value: 20 },
      { trait: 'wisdom', value: 30 },
      { trait: 'adventure', value: 10 },
    ]);
  });
});
