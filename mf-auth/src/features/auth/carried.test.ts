import { expect, it } from 'vitest';
import { readCarried } from './carried.ts';

it('takes what the landing page carried in memory (D51)', () => {
  const carried = { email: 'maya@example.org', connectionType: 'service_partners', toSee: 'Gentle Forest' };
  expect(readCarried(carried)).toEqual(carried);
});

it.each([
  [null],
  [undefined],
  ['maya@example.org'],
  [{}],
  [{ email: 7, connectionType: 7, toSee: 7 }],
  [{ email: ['a@b'], connectionType: 'mentorship' }],
])('starts empty with %j', (state) => {
  expect(readCarried(state)).toEqual({ email: '', connectionType: null, toSee: '' });
});
