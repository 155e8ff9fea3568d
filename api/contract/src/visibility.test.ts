import { describe, expect, it } from 'vitest';
import { buildPrivacySettings, buildPublicUser, fullProfile } from './fixtures/index.ts';
import { hiddenProfile, pickPublic, publicFields, ruleOf } from './profile-fields.ts';
import {
  canConnect,
  isFullyVisible,
  isListed,
  type Profile,
  type Viewpoint,
  visibleProfile,
} from './visibility.ts';

const {
  relation: _relation,
  canConnect: _canConnect,
  pandaImage: _pandaImage,
  ...member
} = buildPublicUser({ online: true });
/** A member with a value in every field. */
const profile: Profile = {
  ...member,
  ...pickPublic(fullProfile()),
  profileImage: '/media/maya.webp',
};
const viewpoints: Viewpoint[] = ['self', 'friend', 'related', 'other', 'visitor'];

describe('visibleProfile (D16)', () => {
  it.each([
    ['public', ['all', 'all', 'all', 'all', 'nothing']],
    ['friends', ['all', 'all', 'name', 'nothing', 'nothing']],
    ['private', ['all', 'name', 'nothing', 'nothing', 'nothing']],
  ] as const)('shows a %s profile as the table says', (profileVisibility, expected) => {
    const seen = viewpoints.map((viewpoint) => {
      const shown = visibleProfile(profile, buildPrivacySettings({ profileVisibility }), viewpoint);
      if (shown === null) return 'nothing';
      return shown.occupation === '' ? 'name' : 'all';
    });
    expect(seen).toEqual(expected);
  });

  it.each(['public', 'friends', 'private'] as const)(
    'says of a %s profile that it is seen in full where more than the name is shown',
    (profileVisibility) => {
      const settings = buildPrivacySettings({ profileVisibility });
      for (const viewpoint of viewpoints) {
        const shown = visibleProfile(profile, settings, viewpoint);
        expect(isFullyVisible(settings, viewpoint), viewpoint).toBe(!!shown?.occupation);
      }
    },
  );

  it('shows name, username and image only, where that is all', () => {
    const settings = buildPrivacySettings({ profileVisibility: 'private' });
    const { id, username, name } = profile;
    expect(visibleProfile(profile, settings, 'friend')).toEqual({
      ...hiddenProfile,
      online: null,
      pandaId: null,
      id,
      username,
      name,
      profileImage: '/media/maya.webp',
    });
  });

  /** What each switch hides, by the table. */
  const hiddenBy = {
    ...Object.fromEntries(
      publicFields
        .filter((field) => ruleOf(field).audience.endsWith('Visible'))
        .map((field) => [ruleOf(field).audience, { [field]: hiddenProfile[field] }]),
    ),
    showOnlineStatus: { online: null },
  };

  it.each(Object.entries(hiddenBy))(
    'hides what %s shows from friends too, and never from oneself',
    (name, hidden) => {
      const settings = buildPrivacySettings({ [name]: false });
      expect(visibleProfile(profile, settings, 'friend')).toEqual({ ...profile, ...hidden });
      expect(visibleProfile(profile, settings, 'self')).toEqual(profile);
    },
  );

  it('has the switches of D17', () => {
    expect(hiddenBy).toMatchObject({
      ageVisible: { age: null },
      bioVisible: { bio: '' },
      interestsVisible: { interests: [] },
      locationVisible: { location: null },
    });
  });

  it('has a value to hide in every field', () => {
    for (const field of publicFields) expect(profile[field], field).not.toEqual(hiddenProfile[field]);
  });

  it('lists members only where their whole view is open', () => {
    const listed = (profileVisibility: 'public' | 'friends' | 'private', viewpoint: Viewpoint) =>
      isListed(buildPrivacySettings({ profileVisibility }), viewpoint);
    expect(listed('public', 'other')).toBe(true);
    expect(listed('friends', 'friend')).toBe(true);
    expect(listed('friends', 'related')).toBe(false);
    expect(listed('private', 'friend')).toBe(false);
    expect(listed('public', 'visitor')).toBe(false);
    expect(listed('public', 'self')).toBe(false);
  });

  it('lets a member be asked who wants to be, and a request be taken up whatever they want', () => {
    const open = buildPrivacySettings({ allowFriendRequests: true });
    const closed = buildPrivacySettings({ allowFriendRequests: false });
    expect(canConnect('none', open)).toBe(true);
    expect(canConnect('none', closed)).toBe(false);
    expect(canConnect('none', open, false)).toBe(false);
    expect(canConnect('incoming', closed, false)).toBe(true);
    expect([canConnect('friend', open), canConnect('outgoing', open)]).toEqual([false, false]);
  });
});
