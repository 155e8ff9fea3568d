import { expect, it } from 'vitest';
import { createIntention } from './intention.ts';

it('keeps the key while the same request is repeated', () => {
  const intention = createIntention();
  expect(intention.keyFor({ name: 'Soup' })).toBe(intention.keyFor({ name: 'Soup' }));
});

it('makes a new key for another request, because the server refuses a key with another body', () => {
  const intention = createIntention();
  expect(intention.keyFor({ name: 'Soup' })).not.toBe(intention.keyFor({ name: 'Stew' }));
});

it('makes a new key once the request succeeded', () => {
  const intention = createIntention();
  const first = intention.keyFor({ name: 'Soup' });
  intention.fulfil();
  expect(intention.keyFor({ name: 'Soup' })).not.toBe(first);
});
