import type { TraitName } from '@frens/contract/panda-scoring';
import { searchEntryOf } from '../../search/search-entry.ts';
import type { Services } from '../../services.ts';
import type { Panda } from './panda.model.ts';
import { type PandaEntry, sortKeysOf } from './panda-entry.model.ts';
import { generatedNameOf, termsOfGeneratedName } from './panda-name.policy.ts';

/** The search facet of a Panda's kind, which is its leading trait. */
export const kindFacet = (trait: TraitName) => `kind:${trait}`;

/** Builds a Panda's search entry: name and kind (D65). A generated name is stored as terms, because it differs by language. */
export function pandaEntryOf(panda: Panda): PandaEntry {
  const generated = generatedNameOf(panda);
  const kind = kindFacet(panda.topTrait);
  const searched = generated
    ? searchEntryOf(panda, [], [kind, ...termsOfGeneratedName(generated)])
    : searchEntryOf(panda, [panda.name], [kind]);
  return { ...searched, ...sortKeysOf(panda) };
}

/** Updates a Panda's search entry in the transaction that changed the Panda. */
export async function indexPanda({ db }: Services, panda: Panda): Promise<void> {
  await db.models.PandaEntry.replaceOne({ _id: panda._id }, pandaEntryOf(panda), { upsert: true });
}
