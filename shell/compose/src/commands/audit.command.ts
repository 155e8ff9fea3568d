import type { Command } from '../command.ts';
import { Refusal } from '../refusal.ts';
import { readDeeds } from '../rights/audit.ts';

export const auditCommand: Command = {
  summary: 'lists what was asked for over the site or repaired, the newest first, and what became of it',
  words: '',
  count: [0, 0],
  options: { limit: { value: 'N', help: 'how many at most; 50 unless told' } },
  async run(given, { store }) {
    const limit = Number(given.text('limit') ?? 50);
    if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
      throw new Refusal('usage', '--limit takes a number from 1 to 1000.');
    const deeds = await readDeeds(store, limit);
    const lines = deeds.map(({ at, who, what, outcome }) => `${at}  ${who}  ${what}  ${outcome}`);
    return { text: lines.join('\n') || 'Nothing yet.', json: deeds };
  },
};
