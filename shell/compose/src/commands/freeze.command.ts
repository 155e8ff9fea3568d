import { appendHistory } from '../append-history.ts';
import type { Answer, Command, Surroundings } from '../command.ts';
import { Refusal } from '../refusal.ts';

export const freezeCommand: Command = {
  summary: 'blocks promotions until the freeze ends; rollbacks still work',
  words: '',
  count: [0, 0],
  options: { end: { help: 'ends the freeze' } },
  about: 'Give the reason with --why: whoever is refused reads it.',
  async run(given, around) {
    const { store, environment, author } = around;
    if (given.has('end')) return unfreeze(around);
    const entry = await appendHistory(store, environment, author, async (head) => {
      if (!head) throw new Refusal('unknown', `Nothing was ever live in ${environment}.`);
      if (head.frozen) return null;
      const frozen = { ...author, at: new Date().toISOString() };
      return { kind: 'freeze', composition: head.composition, frozen };
    });
    const { frozen } = entry ?? (await store.head(environment)) ?? {};
    const text =
      entry || !frozen
        ? `${environment} is frozen.`
        : `${environment} was frozen already, at ${frozen.at} by ${frozen.who}${frozen.why ? `: ${frozen.why}` : '.'}`;
    return { text, json: { environment, frozen } };
  },
};

async function unfreeze({ store, environment, author }: Surroundings): Promise<Answer> {
  const entry = await appendHistory(store, environment, author, async (head) => {
    if (!head) throw new Refusal('unknown', `Nothing was ever live in ${environment}.`);
    return head.frozen ? { kind: 'unfreeze', composition: head.composition, frozen: null } : null;
  });
  const text = entry ? `${environment} is no longer frozen.` : `${environment} was not frozen.`;
  return { text, json: { environment, frozen: null } };
}
