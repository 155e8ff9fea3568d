import { describe, expect, it } from 'vitest';
import {
  labIds,
  optionsOf,
  type QuizAnswers,
  readSignature,
  topTraitOf,
  traitNames,
} from './panda-scoring.ts';

function answersFrom(pick: (lab: number, options: readonly string[]) => string): QuizAnswers {
  return Object.fromEntries(labIds.map((lab) => [lab, pick(lab, optionsOf(lab))]));
}

describe('readSignature (D42)', () => {
  it('offers four options in each of eleven labs', () => {
    expect(labIds).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    for (const lab of labIds) expect(optionsOf(lab)).toHaveLength(4);
  });

  it('gives 100 to a trait that got all it could', () => {
    const adventurous = ['amplify', 'movement', 'adventure', 'impact', 'mountains', 'challenge'];
    const rest = ['explosive', 'healing', 'energetic', 'intense', 'freedom'];
    const picks = [...adventurous, ...rest];
    const signature = readSignature(answersFrom((lab) => picks[lab - 1] ?? ''));
    expect(signature.traits.adventure).toBe(100);
    expect(signature.topTrait).toBe('adventure');
    expect(signature).toMatchObject({ place: 'mountains', rhythm: 'intense', essence: 'freedom' });
  });

  it('settles ties in the order Warmth, Service, Creativity, Wisdom, Adventure', () => {
    expect(topTraitOf({ warmth: 40, service: 60, creativity: 60, wisdom: 60, adventure: 10 })).toBe(
      'service',
    );
    expect(topTraitOf({ warmth: 0, service: 0, creativity: 0, wisdom: 0, adventure: 0 })).toBe('warmth');
  });

  it('refuses answers that are missing or not offered', () => {
    const answers = answersFrom((_lab, options) => options[0] ?? '');
    expect(() => readSignature({ ...answers, 4: 'constructor' })).toThrow(/Lab 4/);
    const { 11: _last, ...incomplete } = answers;
    expect(() => readSignature(incomplete)).toThrow(/Lab 11/);
  });

  it('lets each trait lead in 17 to 25 % of all answers', () => {
    // A fixed linear congruential sequence: the same sample on every machine.
    let state = 20_261_121;
    const next = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const leads = new Map<string, number>(traitNames.map((trait) => [trait, 0]));
    const rounds = 40_000;
    for (let round = 0; round < rounds; round += 1) {
      const { topTrait } = readSignature(answersFrom((_lab, options) => options[next(options.length)] ?? ''));
      leads.set(topTrait, (leads.get(topTrait) ?? 0) + 1);
    }
    for (const [trait, count] of leads) {
      expect(count / rounds, trait).toBeGreaterThanOrEqual(0.17);
      expect(count / rounds, trait).toBeLessThanOrEqual(0.25);
    }
  });
});
