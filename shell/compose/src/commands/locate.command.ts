import type { Command } from '../command.ts';
import { locate } from '../locate.ts';
import { Refusal } from '../refusal.ts';

export const locateCommand: Command = {
  summary: 'maps a stack trace to the sources',
  words: 'STACK',
  count: [1, Number.POSITIVE_INFINITY],
  about: `Uses the source maps of each version, which are not served. STACK is the text in the browser's console, or a part of it:
locate "at x (https://site/remotes/mf-quiz/0.1.0-3fa2c1d8e0/exposed.1a2b3c4d.js:1:2345)"`,
  async run({ words }, { store }) {
    const found = await locate(words.join(' '), store);
    if (found.length === 0)
      throw new Refusal('usage', 'It contains no address of a published file with line and column.');
    const lines = found.map(({ built, source }) => `${built}\n  ${source ?? 'no source map'}`);
    return { text: lines.join('\n'), json: found };
  },
};
