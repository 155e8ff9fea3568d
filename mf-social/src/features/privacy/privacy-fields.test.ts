import { defaultPrivacy } from '@frens/contract/privacy';
import { expect, it } from 'vitest';
import { changedSettings } from './privacy-fields.ts';

it('sends only changed settings', () => {
  expect(changedSettings(defaultPrivacy, defaultPrivacy)).toEqual({});
  expect(
    changedSettings(defaultPrivacy, { ...defaultPrivacy, ageVisible: false, profileVisibility: 'private' }),
  ).toEqual({ ageVisible: false, profileVisibility: 'private' });
});
