import { declareMemberData } from '../../database/member-data.ts';
import { createSearchEntrySchema, type SearchEntry } from '../../search/search-entry.model.ts';

/** The search entry by which Browse finds a member; private members and incomplete profiles have none (D16). */
export interface MemberEntry extends SearchEntry {
  /** The terms of a friends-only entry are the friends' ids, so no search by a stranger reads it. */
  visibility: 'public' | 'friends';
}

export const memberEntrySchema = createSearchEntrySchema<MemberEntry>({
  visibility: { type: String, enum: ['public', 'friends'], required: true },
});

declareMemberData(memberEntrySchema, {
  traces: [{ find: ({ id }) => ({ _id: id }), exported: null, erase: 'delete' }],
  withheld: 'Made of the profile, which is exported.',
});
