import { declareMemberData } from '../../database/member-data.ts';
import { createSearchEntrySchema, type SearchEntry } from '../../search/search-entry.model.ts';
import type { Panda } from './panda.model.ts';

/** A Panda as searches find it, with what it can be ordered by. */
export interface PandaEntry extends SearchEntry {
  /** FQ in tenths: text would put 99.0 before 100.0. */
  quotient: number;
  backers: number;
}

/** What Pandas are ordered by (D65). */
export function ordersOf({
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
