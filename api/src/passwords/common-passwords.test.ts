import { expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

it.each(['123456', 'password', 'Password', ' qwerty ', 'Frens2026!', 'bamboo', 'panda1'])(
  'knows %s',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

it.each(['correct horse', 'tea and toast at six', 'xk29-qualm', '9041772835'])(
  'has never heard of %s',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
