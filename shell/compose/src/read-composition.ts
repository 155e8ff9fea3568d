import type { Surroundings } from './command.ts';
import { findEntry } from './find-entry.ts';
import type { Composition } from './model/composition.ts';
import { Refusal } from './refusal.ts';

/** Reads a composition by its id or a prefix of it, by the number of a history entry, or by an environment. */
export async function readComposition(
  { store, environment, site }: Pick<Surroundings, 'store' | 'environment' | 'site'>,
  name: string,
): Promise<Composition> {
  if ((await store.environments()).includes(name))
    return store.composition((await store.liveId(name)) ?? name);
  if ((await store.compositionIds()).includes(name)) return store.composition(name);
  const head = await store.head(environment);
  if (!head) throw new Refusal('unknown', `Nothing was ever live in ${environment}.`);
  return store.composition((await findEntry({ store, environment, site }, head, name)).composition);
}
