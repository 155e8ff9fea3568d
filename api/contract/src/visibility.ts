import type { Relation } from './choices.ts';
import type { PublicUser } from './members.ts';
import type { PrivacySettings } from './privacy.ts';
import {
  hiddenProfile,
  mapFields,
  type PublicValues,
  profileFields,
  publicFields,
} from './profile-fields.ts';

/**
 * The viewpoint on a profile. `related` is a member connected to the profile's member by a request, an
 * introduction or a common circle.
 */
export type Viewpoint = 'self' | 'friend' | 'related' | 'other' | 'visitor';

/**
 * Everything visible of a member. Callers add `relation` and `canConnect`, which are facts about the pair, and `pandaImage`, which is shown
 * where `pandaId` is.
 */
export type Profile = Omit<PublicUser, 'relation' | 'canConnect' | 'pandaImage'>;

type View = 'everything' | 'switched' | 'nameOnly' | 'nothing';

/** The table of D16. */
const views: Record<PrivacySettings['profileVisibility'], Record<Viewpoint, View>> = {
  public: {
    self: 'everything',
    friend: 'switched',
    related: 'switched',
    other: 'switched',
    visitor: 'nothing',
  },
  friends: {
    self: 'everything',
    friend: 'switched',
    related: 'nameOnly',
    other: 'nothing',
    visitor: 'nothing',
  },
  private: {
    self: 'everything',
    friend: 'nameOnly',
    related: 'nothing',
    other: 'nothing',
    visitor: 'nothing',
  },
};

/**
 * The one function that decides what of a member is shown, for every answer (D16): null when the member does not exist
 * for that viewer. Fields that are hidden look empty.
 */
export function visibleProfile(
  profile: Profile,
  settings: PrivacySettings,
  viewpoint: Viewpoint,
): Profile | null {
  const view = views[settings.profileVisibility][viewpoint];
  if (view === 'nothing') return null;
  if (view === 'everything') return profile;
  const isFull = view === 'switched';
  // Safe: each field has its own value or the hidden one.
  const shown = mapFields(publicFields, (field) => {
    const { audience } = profileFields[field];
    const isShown = audience === 'anyone' || (isFull && (audience === 'full' || settings[audience]));
    return (isShown ? profile : hiddenProfile)[field];
  }) as PublicValues;
  return {
    id: profile.id,
    username: profile.username,
    ...shown,
    online: isFull && settings.showOnlineStatus ? profile.online : null,
    pandaId: isFull ? profile.pandaId : null,
  };
}

/**
 * Whether a viewer may ask a member for a connection, or take up the member's own request (D18, D20).
 *
 * @param mayAskAgain false while an earlier request between them forbids a new one
 */
export function canConnect(relation: Relation, settings: PrivacySettings, mayAskAgain = true): boolean {
  return relation === 'incoming' || (relation === 'none' && settings.allowFriendRequests && mayAskAgain);
}

/** Whether a member's content is hidden with them (D79). */
export const isPrivate = ({ profileVisibility }: PrivacySettings): boolean => profileVisibility === 'private';

/** Whether anything is shown of a member at all (D16). */
export function isVisible(settings: PrivacySettings, viewpoint: Viewpoint): boolean {
  return views[settings.profileVisibility][viewpoint] !== 'nothing';
}

/** Whether Browse lists a member: only if fully visible without any relation (D16). */
export function isListed(settings: PrivacySettings, viewpoint: Viewpoint): boolean {
  return views[settings.profileVisibility][viewpoint] === 'switched';
}

/** Whether more than name, username and image is visible: only then are a member's Panda and stakes attributed by name (D16). */
export function isFullyVisible(settings: PrivacySettings, viewpoint: Viewpoint): boolean {
  return ['everything', 'switched'].includes(views[settings.profileVisibility][viewpoint]);
}

/** Whether a backer is named: they show their activity and are fully visible, or are the viewer (D16, D17, D73). */
export function isBackerNamed(settings: PrivacySettings, viewpoint: Viewpoint): boolean {
  return viewpoint === 'self' || (settings.activityVisible && isFullyVisible(settings, viewpoint));
}
