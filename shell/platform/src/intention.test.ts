import { expect, it } from 'vitest';
import { createIntention } from './intention.ts';

it('gives a request that is sent again the same key', () => {
  const intention = createIntention();
  expect(intention.keyFor({ amount: '10.00' })).toBe(intention.keyFor({ amount: '10.00' }));
});

it('gives another request another key', () => {
  const intention = createIntention();
  expect(intention.keyFor({ amount: '10.00' })).not.toBe(intention.keyFor({ amount: '12.00' }));
});

it('gives the same request a new key once it has succeeded', () => {
  const intention = createIntention();
  const first = intention.keyFor('10.00');
  intention.fulfil();
  expect(intention.keyFor('10.00')).not.toBe(first);
});
