import { declareMemberData } from '../../database/member-data.ts';
import { createSearchEntrySchema, type SearchEntry } from '../../search/search-entry.model.ts';
import type { Panda } from './panda.model.ts';

/** The search entry of a Panda, with its sort keys. */
export interface PandaEntry extends SearchEntry {
  /** FQ in tenths, as a number: text would sort 100.0 before 99.0. */
  quotient: number;
  backers: number;
}

/** The sort keys of a Panda (D65). */
export function sortKeysOf({
  quotient,
  uniqueBackers,
}: Pick<Panda, 'quotient' | 'uniqueBackers'>): Pick<PandaEntry, 'quotient' | 'backers'> {
  return { quotient: Math.round(10 * Number(quotient)), backers: uniqueBackers };
}

const number = { type: Number, required: true };

export const pandaEntrySchema = createSearchEntrySchema<PandaEntry>({ quotient: number, backers: number }, [
  'quotient',
  'backers',
]);

declareMemberData(pandaEntrySchema, {
  traces: [{ find: ({ pandaId }) => ({ _id: pandaId }), exported: null, erase: 'delete' }],
  withheld: 'Made of the Panda, which is exported.',
});
