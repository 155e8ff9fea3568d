import type { Command } from '../command.ts';
import { locate } from '../locate.ts';
import { Refusal } from '../refusal.ts';

export const locateCommand: Command = {
  summary: 'says where in the sources a line of a stack comes from',
  words: 'STACK',
  count: [1, Number.POSITIVE_INFINITY],
  about: `By the source maps that are kept beside each version and never served. STACK is what the browser's console says, or a part of it:
npm run compose -- locate "at x (https://site/remotes/mf-quiz/0.1.0-3fa2c1d8e0/exposed.1a2b3c4d.js:1:2345)"`,
  async run({ words }, { store }) {
    const found = await locate(words.join(' '), store);
    if (found.length === 0)
      throw new Refusal('usage', 'No address of a published file with a line and a column is in it.');
    const lines = found.map(({ built, source }) => `${built}\n  ${source ?? 'no map of this is kept'}`);
    return { text: lines.join('\n'), json: found };
  },
};
