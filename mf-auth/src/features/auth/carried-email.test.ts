import { expect, it } from 'vitest';
import { carriedEmail } from './carried-email.ts';

it('takes the e-mail that the landing page carried in memory (D51)', () => {
  expect(carriedEmail({ email: 'maya@example.org' })).toBe('maya@example.org');
});

it.each([[null], [undefined], ['maya@example.org'], [{}], [{ email: 7 }], [{ email: ['a@b'] }]])(
  'starts empty with %j',
  (state) => {
    expect(carriedEmail(state)).toBe('');
  },
);
