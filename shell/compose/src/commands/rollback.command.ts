import type { Command } from '../command.ts';
import { changesBy, promotionText } from '../compare-compositions.ts';
import { rollback } from '../rollback.ts';

export const rollbackCommand: Command = {
  summary: 'goes back to what was live before',
  words: '',
  count: [0, 0],
  options: {
    to: { value: 'COMPOSITION', help: 'id of a composition, or number of an entry of the history' },
    force: { help: 'even if its files were changed, or the API of today does not offer what it needs' },
  },
  about: `Everything that went live since is taken back with it; to take back one remote alone, promote the version it had. While a canary runs, it ends that and
nothing else. When somebody has gone back within ten minutes, or the site by itself, it is refused and names the command that goes back further. Works while
the environment is frozen.`,
  async run(given, around) {
    const { store, environment } = around;
    const head = await store.head(environment);
    const entry = await rollback(around, { to: given.text('to'), force: given.has('force') });
    if (head?.canary && entry?.composition === head.composition) {
      const text = `The canary of ${head.canary.versions.join(', ')} has ended in ${environment}.`;
      return { text, json: { live: entry, changes: [] } };
    }
    const changes = entry && (await changesBy(around, entry));
    return {
      text: promotionText(environment, entry, changes),
      json: { live: entry, changes: changes ?? [] },
    };
  },
};
