import type { Command } from '../command.ts';
import { changesBy, promotionText } from '../compare-compositions.ts';
import { Refusal } from '../refusal.ts';
import { rollBackRemote } from '../roll-back-remote.ts';
import { rollback } from '../rollback.ts';

export const rollbackCommand: Command = {
  summary: 'goes back: one remote to its last good version, or all to what was live before',
  words: '[REMOTE[@VERSION]]',
  count: [0, 1],
  options: {
    to: {
      value: 'COMPOSITION',
      help: 'id of a composition, or number of an entry of the history: all that was in it',
    },
    force: {
      help: 'even if its files were changed, it was taken off, or the API of today does not offer what it needs',
    },
  },
  about: `With a remote, its last version that worked comes into today's composition, and all others stay. Without one, what was live before comes back with all that was in
it: that is asked first where it holds more than one remote, or what others made live; where nobody can be asked it is refused, and --to says that it is meant. While a canary runs, it ends that and
nothing else. When somebody has gone back within ten minutes, or the site by itself, it is refused and names the command that goes back further. Works while
the environment is frozen. What was gone back from goes live again with --force alone.`,
  async run(given, around) {
    const { store, environment } = around;
    const [part] = given.words;
    const [to, force] = [given.text('to'), given.has('force')];
    if (part !== undefined && to !== undefined)
      throw new Refusal(
        'usage',
        'Name a remote, or what to go back to with --to: --to brings back all that was in it.',
      );
    const head = await store.head(environment);
    const entry =
      part === undefined
        ? await rollback(around, { to, force })
        : await rollBackRemote(around, { part, force });
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
