import { buildUser } from '@frens/contract/fixtures';
import { UpdateUserBody } from '@frens/contract/members';
import { expect, it } from 'vitest';
import { changesOf, draftOf } from './profile-draft.ts';

it('reads its fields as the contract takes them back', () => {
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

it('leaves empty what a member has not said yet', () => {
  expect(draftOf(buildUser({ age: null, gender: null, lookingFor: null }))).toMatchObject({
    age: '',
    gender: '',
    lookingFor: '',
  });
});

it('sends what differs from what was stored when the form was opened', () => {
  const draft = draftOf(buildUser({ interests: ['tea'], bio: 'Tea.' }));
  expect(changesOf(draft)).toEqual({});
  expect(changesOf({ ...draft, interests: [], bio: '', currentPassword: 'bamboo' })).toEqual({
    interests: [],
    bio: '',
    currentPassword: 'bamboo',
  });
});
