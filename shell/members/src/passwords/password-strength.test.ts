import { expect, it } from 'vitest';
import { strengthOf } from './password-strength.ts';

it.each([
  ['', 'short'],
  ['abc', 'short'],
  ['🐼🐼🐼', 'short'],
  ['abcdef', 'weak'],
  ['12345678901234567890', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['abababababababab', 'weak'],
  ['bamboo', 'weak'],
  ['bamboo-7', 'fair'],
  ['correct horse', 'fair'],
  ['tea and toast at six', 'strong'],
  ['xK29-qualm!v', 'strong'],
])('%s is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
