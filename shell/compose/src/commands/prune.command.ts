import type { Command } from '../command.ts';
import { prune } from '../prune.ts';
import { Refusal } from '../refusal.ts';

export const pruneCommand: Command = {
  summary: 'removes unused versions',
  words: '',
  count: [0, 0],
  options: {
    keep: {
      value: 'N',
      help: 'how many of the last compositions stay available for a rollback; default: 10',
    },
    'dry-run': { help: 'only lists what would be removed' },
  },
  about: `In all environments. Keeps live versions and fallbacks, also those of the last day, and versions published within a day, so that open tabs work.`,
  async run(given, { store, author }) {
    const keep = Number(given.text('keep') ?? 10);
    if (!Number.isInteger(keep) || keep < 1) throw new Refusal('usage', '--keep takes a positive number.');
    const isDry = given.has('dry-run');
    const folders = await prune({ store, author, keep, isDry });
    const list = folders.map((folder) => `\n  ${folder}`).join('');
    return {
      text: `${folders.length} versions ${isDry ? 'would be removed' : 'were removed'}.${list}`,
      json: folders,
    };
  },
};
