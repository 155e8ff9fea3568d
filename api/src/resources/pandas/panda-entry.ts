import type { SearchEntry } from '../../search/search-entry.model.ts';
import { searchEntryOf } from '../../search/search-entry.ts';
import type { Services } from '../../services.ts';
import type { Panda } from './panda.model.ts';

/** A Panda as it is searched for: by name (D65). */
export function pandaEntryOf(panda: Panda): SearchEntry {
  return searchEntryOf(panda, [panda.name]);
}

/** Makes a Panda findable as it is now, in the transaction of what changed it. */
export async function indexPanda({ db }: Services, panda: Panda): Promise<void> {
  await db.models.PandaEntry.replaceOne({ _id: panda._id }, pandaEntryOf(panda), { upsert: true });
}
