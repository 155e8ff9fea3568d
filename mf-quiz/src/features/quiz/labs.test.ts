import { labIds, optionsOf } from '@frens/contract/panda-scoring';
import { describe, expect, it } from 'vitest';
import en from '../../../locales/en.json' with { type: 'json' };
import { labs, stepDuration } from './labs.ts';

const titles = [
  'Energy Resonance',
  'Soul Expression',
  'Community Calling',
  'Inner Compass',
  'Sacred Space',
  'Growth Edge',
  'Energy Flow',
  'Service Style',
  'Communication Frequency',
  'Time & Rhythm',
  'Soul Essence',
];

describe('the eleven labs', () => {
  it('match the specification, in order', () => {
    expect(labs.map(({ id }) => id)).toEqual(labIds);
    expect(Object.values(en.lab).map(({ title }) => title)).toEqual(titles);
    expect(stepDuration).toBe(3_000);
  });

  it('offer exactly the scored options (D42), with distinct emoji and colours', () => {
    for (const { id, options } of labs) {
      expect(options.map((option) => option.id)).toEqual(optionsOf(id));
      expect(new Set(options.map(({ emoji }) => emoji)).size).toBe(4);
      expect(new Set(options.map(({ color }) => color)).size).toBe(4);
    }
  });

  it('have distinct scenes in two different colours', () => {
    expect(new Set(labs.map(({ scene }) => scene)).size).toBe(11);
    for (const { mood, accent } of labs) expect(mood).not.toBe(accent);
  });
});
