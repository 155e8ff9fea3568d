import { declareMemberData } from '../../database/member-data.ts';
import { createSearchEntrySchema, type SearchEntry } from '../../search/search-entry.model.ts';

/** A member as Browse finds them; whoever is not listed for anybody has none (D16). */
export interface MemberEntry extends SearchEntry {
  /** Whoever is there for friends only has their friends as terms, so that no search of a stranger reads their entry. */
  visibility: 'public' | 'friends';
}

export const memberEntrySchema = createSearchEntrySchema<MemberEntry>({
  visibility: { type: String, enum: ['public', 'friends'], required: true },
});

declareMemberData(memberEntrySchema, {
  traces: [{ find: ({ id }) => ({ _id: id }), exported: null, erase: 'delete' }],
  withheld: 'Made of the profile, which is exported.',
});
