import { expect, it } from 'vitest';
import { traitScale } from './trait-scale.ts';

it.each([
  [{ warmth: 12, service: 40 }, 40],
  [{ warmth: 41 }, 60],
  // Of a member's review, where one picture was drawn up to 60 and another up to 100.
  [{ warmth: 44, service: 31, creativity: 43, wisdom: 35, adventure: 21 }, 60],
  [{ warmth: 81 }, 100],
  [{}, 40],
])('draws %j up to %i', (values, scale) => {
  expect(traitScale(values)).toBe(scale);
});
