import { declareNoMemberData } from '../../database/member-data.ts';
import { createSearchEntrySchema, type SearchEntry } from '../../search/search-entry.model.ts';

/** The search entry of a circle. */
export const circleEntrySchema = createSearchEntrySchema<SearchEntry>({});

declareNoMemberData(circleEntrySchema, 'Made of the circle, and goes with it.');
