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
 * Builds a member's search entry, without a hidden age or hidden interests (D16); null when Browse lists the member for nobody.
 *
 * @param friends who find a friends-only member (`findersOf`); unused for a public one
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

/** Updates a member's search entry in the transaction that changed the member. */
export async function indexMember({ db }: Services, user: User): Promise<void> {
  const entry = memberEntryOf(user, await findersOf(db, user));
  const { MemberEntry } = db.models;
  if (entry) await MemberEntry.replaceOne({ _id: user._id }, entry, { upsert: true });
  else await MemberEntry.deleteOne({ _id: user._id });
}
