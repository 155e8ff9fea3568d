import type { AgeBand } from '@frens/contract';
import { ageBandOf } from '@frens/contract/choices';
import { pickProfile, searchedFields } from '@frens/contract/profile-fields';
import { foldText } from '@frens/contract/search-text';
import { searchEntryOf } from '../../search/search-entry.ts';
import type { Services } from '../../services.ts';
import type { MemberEntry } from './member-entry.model.ts';
import type { User } from './user.model.ts';

export const genderFacet = (gender: string) => `gender:${gender}`;
export const ageFacet = (band: AgeBand) => `age:${band}`;
export const interestFacet = (interest: string) => `interest:${foldText(interest)}`;

/** What others may find of a member: a hidden age is in no band, and by hidden interests nobody is found (D16). */
export function memberEntryOf(user: User): MemberEntry | null {
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
  // Nobody finds them by a term: Browse looks among the friends of whoever asks instead.
  const terms = profileVisibility === 'public' ? entry.terms : [];
  return { ...entry, terms, visibility: profileVisibility };
}

/** Makes a member findable as they are now, in the transaction of what changed them. */
export async function indexMember({ db }: Services, user: User): Promise<void> {
  const entry = memberEntryOf(user);
  const { MemberEntry } = db.models;
  if (entry) await MemberEntry.replaceOne({ _id: user._id }, entry, { upsert: true });
  else await MemberEntry.deleteOne({ _id: user._id });
}
