import { expect, it } from 'vitest';
import { createIntention } from './intention.ts';

it('keeps its key while the same request is tried again (D52)', () => {
  const intention = createIntention();
  expect(intention.keyFor('10.00')).toBe(intention.keyFor('10.00'));
});

it('takes a new key when the request changes', () => {
  const intention = createIntention();
  const first = intention.keyFor('10.00');
  expect(intention.keyFor('12.00')).not.toBe(first);
});

it('takes a new key for the same request once the first one has happened', () => {
  const intention = createIntention();
  const first = intention.keyFor('10.00');
  intention.fulfil();
  expect(intention.keyFor('10.00')).not.toBe(first);
});
