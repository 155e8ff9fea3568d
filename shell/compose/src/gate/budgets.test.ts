import { expect, it } from 'vitest';
import { changeOfBytes } from './budgets.ts';

it.each([
  [1, '+1 B'],
  [-49, '−49 B'],
  [50, '+0.1 kB'],
  [-1234, '−1.2 kB'],
  [0, '+0 B'],
])('formats a change of %d bytes as %s', (bytes, text) => {
  expect(changeOfBytes(bytes)).toBe(text);
});
