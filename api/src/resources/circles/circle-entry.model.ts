import { declareNoMemberData } from '../../database/member-data.ts';
import { createSearchEntrySchema, type SearchEntry } from '../../search/search-entry.model.ts';

/** A circle as searches find it. */
export const circleEntrySchema = createSearchEntrySchema<SearchEntry>({});

declareNoMemberData(circleEntrySchema, 'Made of the circle, and goes with it.');
