import { describe, expect, it } from 'vitest';
import { checkProfile } from './check-profile.ts';
import { type ProfileDraft, refusalsByField } from './profile-draft.ts';

const whole: ProfileDraft = {
  name: 'Robin Vale',
  email: 'robin@frens.example',
  age: '33',
  gender: 'non-binary',
  lookingFor: 'everyone',
  occupation: '',
  location: '',
  bio: '',
  interests: [],
  currentPassword: '',
};

describe('checkProfile', () => {
  it('sends a whole number for the age, trims text and leaves an unasked password out', () => {
    const { changes } = checkProfile({ ...whole, name: '  Robin ', age: ' 18 ' });
    expect(changes).toMatchObject({ name: 'Robin', age: 18, bio: '', occupation: '' });
    expect(changes).not.toHaveProperty('currentPassword');
  });

  it('sends the current password when it was typed (D14)', () => {
    expect(checkProfile({ ...whole, currentPassword: 'old one' }).changes).toMatchObject({
      currentPassword: 'old one',
    });
  });

  it('names every field that does not fit, not only the first', () => {
    const { refusals } = checkProfile({
      ...whole,
      name: 'R',
      email: 'robin',
      age: '17',
      gender: '',
      lookingFor: '',
    });
    expect(refusals).toEqual({
      name: { key: 'validation.name.min', values: { minimum: 2 } },
      email: { key: 'validation.email', values: expect.anything() },
      age: { key: 'validation.age.min', values: expect.anything() },
      gender: { key: 'validation.gender', values: expect.anything() },
      lookingFor: { key: 'validation.lookingFor', values: expect.anything() },
    });
  });

  it.each([
    ['101', 'validation.age.max'],
    ['', 'validation.age.number'],
    ['twenty', 'validation.age.number'],
    ['20.5', 'validation.age.number'],
  ])('refuses the age "%s" with %s', (age, key) => {
    expect(checkProfile({ ...whole, age }).refusals?.age).toMatchObject({ key });
  });
});

it('puts the refusal of one interest to the interests, and drops what is no field of the form', () => {
  expect(refusalsByField({ 'interests.3': 'too long', 'interests.4': 'empty', body: 'what?' })).toEqual({
    interests: 'too long',
  });
});
