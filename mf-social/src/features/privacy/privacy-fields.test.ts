import { defaultPrivacy } from '@frens/contract/privacy';
import { profileFieldNames, ruleOf } from '@frens/contract/profile-fields';
import { expect, it } from 'vitest';
import en from '../../../locales/en.json' with { type: 'json' };
import es from '../../../locales/es.json' with { type: 'json' };
import { changedSettings } from './privacy-fields.ts';

it('sends only changed settings', () => {
  expect(changedSettings(defaultPrivacy, defaultPrivacy)).toEqual({});
  expect(
    changedSettings(defaultPrivacy, { ...defaultPrivacy, ageVisible: false, profileVisibility: 'private' }),
  ).toEqual({ ageVisible: false, profileVisibility: 'private' });
});

const fields = profileFieldNames.filter((field) => field !== 'profileImage');

it.each([
  ['en', en, 'username'],
  ['es', es, 'nombre de usuario'],
] as const)('names exactly the fields without a switch, besides the picture (%s)', (_, texts, username) => {
  const always = texts.privacy.reminder.split('. ')[1] ?? '';
  expect(always).toContain(username);
  const others = always.replace(username, '');
  const named = fields.filter((field) =>
    new RegExp(`(?<!\\p{L})${texts.profile.fields[field]}(?!\\p{L})`, 'iu').test(others),
  );
  expect(named).toEqual(fields.filter((field) => ['anyone', 'full'].includes(ruleOf(field).audience)));
});
