import type { Command } from '../command.ts';
import { prune } from '../prune.ts';
import { Refusal } from '../refusal.ts';

export const pruneCommand: Command = {
  summary: 'removes versions that nobody needs any more',
  words: '',
  count: [0, 0],
  options: {
    keep: {
      value: 'N',
      help: 'how many of the last compositions can still be gone back to; 10 unless told',
    },
    'dry-run': { help: 'only says what would go' },
  },
  about: `In all environments. Never what is live, what pages fall back to, what was so within a day, or is younger than that: open tabs go on.`,
  async run(given, { store, author }) {
    const keep = Number(given.text('keep') ?? 10);
    if (!Number.isInteger(keep) || keep < 1)
      throw new Refusal('usage', '--keep takes a number above nothing.');
    const isDry = given.has('dry-run');
    const folders = await prune({ store, author, keep, isDry });
    const list = folders.map((folder) => `\n  ${folder}`).join('');
    return { text: `${folders.length} versions ${isDry ? 'would go' : 'went'}.${list}`, json: folders };
  },
};
