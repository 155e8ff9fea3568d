import { expect, it } from 'vitest';
import { createIdempotencyKeys } from './idempotency-keys.ts';

it('gives a request that is sent again the same key', () => {
  const idempotencyKeys = createIdempotencyKeys();
  expect(idempotencyKeys.keyFor({ amount: '10.00' })).toBe(idempotencyKeys.keyFor({ amount: '10.00' }));
});

it('gives another request another key', () => {
  const idempotencyKeys = createIdempotencyKeys();
  expect(idempotencyKeys.keyFor({ amount: '10.00' })).not.toBe(idempotencyKeys.keyFor({ amount: '12.00' }));
});

it('gives the same request a new key once it has succeeded', () => {
  const idempotencyKeys = createIdempotencyKeys();
  const first = idempotencyKeys.keyFor('10.00');
  idempotencyKeys.fulfil();
  expect(idempotencyKeys.keyFor('10.00')).not.toBe(first);
});
