import type { Command, Surroundings } from '../command.ts';
import { compareCompositions, differenceText } from '../compare-compositions.ts';
import { Refusal } from '../refusal.ts';
import { findEntry } from '../rollback.ts';

export const diffCommand: Command = {
  summary: 'says what two compositions have different',
  words: 'A [B]',
  count: [1, 2],
  about:
    'Each is the id of a composition, the number of an entry of the history, or an environment. Without B, what is live.',
  async run({ words: [a = '', b] }, around) {
    const changes = compareCompositions(
      await readComposition(around, a),
      await readComposition(around, b ?? around.environment),
    );
    return { text: differenceText(changes), json: changes };
  },
};

/** Reads a composition by whatever names it. */
export async function readComposition({ store, environment }: Surroundings, name: string) {
  if ((await store.environments()).includes(name))
    return store.composition((await store.liveId(name)) ?? name);
  if ((await store.compositionIds()).includes(name)) return store.composition(name);
  const head = await store.head(environment);
  if (!head) throw new Refusal('unknown', `Nothing was ever live in ${environment}.`);
  return store.composition((await findEntry({ store, environment }, head, name)).composition);
}
