import { foldText } from '@frens/contract/search-text';
import type { ObjectId } from '../database/ids.ts';
import type { SearchEntry } from './search-entry.model.ts';
import { termsOf } from './search-terms.ts';

/** Builds a document's search entry from its searchable texts and filter values. */
export function searchEntryOf(
  { _id, createdAt }: { _id: ObjectId; createdAt: Date },
  texts: readonly string[],
  facets: readonly string[] = [],
): SearchEntry {
  return {
    _id,
    createdAt,
    text: texts.map(foldText).join('\n'),
    facets: [...facets],
    terms: [...termsOf(texts), ...facets],
  };
}
