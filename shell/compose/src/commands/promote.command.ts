import type { Command } from '../command.ts';
import { compareCompositions, promotionText } from '../compare-compositions.ts';
import { promote, readVersion, surroundingsOf } from '../promote.ts';
import { Refusal } from '../refusal.ts';

export const promoteCommand: Command = {
  summary: 'makes published versions live, all of them or none',
  words: 'NAME@VERSION…',
  count: [0, Number.POSITIVE_INFINITY],
  options: { without: { value: 'REMOTE', isList: true, help: 'takes a remote off the site' } },
  about: 'What was live before stays as what pages fall back to.',
  async run(given, around) {
    const { store, environment } = around;
    const without = given.list('without');
    if (given.words.length + without.length === 0)
      throw new Refusal('usage', 'Name what is to go live, like mf-quiz@0.1.0-3fa2c1d8e0.');
    const versions = await Promise.all(given.words.map((text) => readVersion(store, text)));
    const head = await store.head(environment);
    const entry = await promote(around, { versions, without }, await surroundingsOf(around, null));
    const before = head && (await store.composition(head.composition));
    const changes = entry && compareCompositions(before, await store.composition(entry.composition));
    return {
      text: promotionText(environment, entry, changes),
      json: { live: entry, changes: changes ?? [] },
    };
  },
};
