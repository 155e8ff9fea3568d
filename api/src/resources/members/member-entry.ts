import type { AgeBand } from '@frens/contract';
import { ageBandOf } from '@frens/contract/choices';
import { pickProfile, searchedFields } from '@frens/contract/profile-fields';
import { foldText } from '@frens/contract/search-text';
import type { ObjectId } from '../../database/ids.ts';
import { searchEntryOf } from '../../search/search-entry.ts';
import type { Services } from '../../services.ts';
import { findersOf, friendTerm } from '../connections/friend-terms.ts';
import type { MemberEntry } from './member-entry.model.ts';
import type { User } from './user.model.ts';

export const genderFacet = (gender: string) => `gender:${gender}`;
export const ageFacet = (band: AgeBand) => `age:${band}`;
export const interestFacet = (interest: string) => `interest:${foldText(interest)}`;

/**
 * What others may find of a member: a hidden age is in no band, and by hidden interests nobody is found (D16).
 *
 * @param friends of somebody who is there for their friends only (`findersOf`)
 */
export function memberEntryOf(user: User, friends: readonly ObjectId[] = []): MemberEntry | null {
  const { profileVisibility, ageVisible, interestsVisible } = user.privacy;
  if (!user.profileComplete || profileVisibility === 'private') return null;
  const band = ageVisible && user.age !== null ? ageBandOf(user.age) : null;
  const facets = [
    ...(user.gender === null ? [] : [genderFacet(user.gender)]),
    ...(band === null ? [] : [ageFacet(band)]),
    ...(interestsVisible ? new Set(user.interests.map(interestFacet)) : []),
  ];
  const entry = searchEntryOf(
    user,
    searchedFields.map((field) => pickProfile(user)[field]),
    facets,
  );
  const terms = profileVisibility === 'public' ? entry.terms : friends.map(friendTerm);
  return { ...entry, terms, visibility: profileVisibility };
}

/** Makes a member findable as they are now, in the transaction of what changed them. */
export async function indexMember({ db }: Services, user: User): Promise<void> {
  const entry = memberEntryOf(user, await findersOf(db, user));
  const { MemberEntry } = db.models;
  if (entry) await MemberEntry.replaceOne({ _id: user._id }, entry, { upsert: true });
  else await MemberEntry.deleteOne({ _id: user._id });
}
