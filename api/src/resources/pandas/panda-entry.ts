import type { TraitName } from '@frens/contract/panda-scoring';
import { searchEntryOf } from '../../search/search-entry.ts';
import type { Services } from '../../services.ts';
import type { Panda } from './panda.model.ts';
import { ordersOf, type PandaEntry } from './panda-entry.model.ts';
import { madeNameOf, termsOfMadeName } from './panda-name.policy.ts';

/** The kind of a Panda: the trait that leads. */
export const kindFacet = (trait: TraitName) => `kind:${trait}`;

/** A Panda as it is searched for: by name and kind (D65). A made name has one text in each language, and is found by what it is made of. */
export function pandaEntryOf(panda: Panda): PandaEntry {
  const made = madeNameOf(panda);
  const kind = kindFacet(panda.topTrait);
  const searched = made
    ? searchEntryOf(panda, [], [kind, ...termsOfMadeName(made)])
    : searchEntryOf(panda, [panda.name], [kind]);
  return { ...searched, ...ordersOf(panda) };
}

/** Makes a Panda findable as it is now, in the transaction of what changed it. */
export async function indexPanda({ db }: Services, panda: Panda): Promise<void> {
  await db.models.PandaEntry.replaceOne({ _id: panda._id }, pandaEntryOf(panda), { upsert: true });
}
