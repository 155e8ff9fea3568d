import { defaultPrivacy } from '@frens/contract/privacy';
import { expect, it } from 'vitest';
import { changedSettings, interactionSwitches, visibilitySwitches } from './privacy-fields.ts';

it('has a switch for every stored setting, each once (D17)', () => {
  const switches = [...visibilitySwitches, ...interactionSwitches].map(({ field }) => field);
  const shown = [...switches, 'profileVisibility'];
  expect(shown.sort()).toEqual(Object.keys(defaultPrivacy).sort());
});

it('sends only what differs from what is stored', () => {
  expect(changedSettings(defaultPrivacy, defaultPrivacy)).toEqual({});
  expect(
    changedSettings(defaultPrivacy, { ...defaultPrivacy, ageVisible: false, profileVisibility: 'private' }),
  ).toEqual({ ageVisible: false, profileVisibility: 'private' });
});
