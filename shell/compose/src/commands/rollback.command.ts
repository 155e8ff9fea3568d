import type { Command } from '../command.ts';
import { changesBy, promotionText } from '../compare-compositions.ts';
import { Refusal } from '../refusal.ts';
import { rollBackRemote } from '../roll-back-remote.ts';
import { rollback } from '../rollback.ts';

export const rollbackCommand: Command = {
  summary: 'rolls back one remote to its last good version, or the whole site to the previous composition',
  words: '[REMOTE[@VERSION]]',
  count: [0, 1],
  options: {
    to: {
      value: 'COMPOSITION',
      help: 'the composition to restore as a whole: its id, or the number of a step',
    },
    force: {
      help: 'also if files were changed, versions were taken off, or the current API lacks what they need',
    },
  },
  about: `With a remote, restores its last working version and keeps all others. Without one, restores the previous composition; if that affects several remotes or others'
work, it needs confirmation, or --to. While a canary runs, it only ends the canary. Within ten minutes of another rollback, or of an automatic one, it is refused and names the
command that goes back further. Works in a frozen environment. Versions that were rolled back go live again with --force only.`,
  async run(given, around) {
    const { store, environment } = around;
    const [part] = given.words;
    const [to, force] = [given.text('to'), given.has('force')];
    if (part !== undefined && to !== undefined)
      throw new Refusal('usage', 'Name a remote, or a composition with --to, which is restored as a whole.');
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
