import { buildUser } from '@frens/contract/fixtures';
import { UpdateUserBody } from '@frens/contract/members';
import { expect, it } from 'vitest';
import { changesOf, draftOf } from './profile-draft.ts';

it('round-trips its fields through the contract', () => {
  const user = buildUser({ age: 33 });
  const { currentPassword, opened: _opened, ...typed } = draftOf(user);
  expect(currentPassword).toBe('');
  expect(UpdateUserBody.parse({ ...typed, name: '  Robin ', age: ' 18 ' })).toMatchObject({
    name: 'Robin',
    age: 18,
    bio: user.bio,
    interests: user.interests,
  });
});

it('leaves unset fields empty', () => {
  expect(draftOf(buildUser({ age: null, gender: null, lookingFor: null }))).toMatchObject({
    age: '',
    gender: '',
    lookingFor: '',
  });
});

it('sends only fields changed since the form opened', () => {
  const draft = draftOf(buildUser({ interests: ['tea'], bio: 'Tea.' }));
  expect(changesOf(draft)).toEqual({});
  expect(changesOf({ ...draft, interests: [], bio: '', currentPassword: 'bamboo' })).toEqual({
    interests: [],
    bio: '',
    currentPassword: 'bamboo',
  });
});
