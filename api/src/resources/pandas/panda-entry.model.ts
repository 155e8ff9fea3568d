import { declareMemberData } from '../../database/member-data.ts';
import { createSearchEntrySchema, type SearchEntry } from '../../search/search-entry.model.ts';

/** A Panda as searches find it. */
export const pandaEntrySchema = createSearchEntrySchema<SearchEntry>({});

declareMemberData(pandaEntrySchema, {
  traces: [{ find: ({ pandaId }) => ({ _id: pandaId }), exported: null, erase: 'delete' }],
  withheld: 'Made of the Panda, which is exported.',
});
