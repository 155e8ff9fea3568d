import { spawn } from 'node:child_process';
import { bisect, bisectEnvironment, type Trial } from '../bisect.ts';
import type { Command } from '../command.ts';
import { compareCompositions, differenceText } from '../compare-compositions.ts';
import { formatCommand } from '../format-command.ts';
import { Refusal } from '../refusal.ts';

/** The exit code of a trial without a result, as in `git bisect run`. */
const cannotTell = 125;

export const bisectCommand: Command = {
  summary: 'finds the step that broke something, by binary search in the history',
  words: 'GOOD BAD -- COMMAND…',
  count: [3, Number.POSITIVE_INFINITY],
  about: `GOOD and BAD are ids of compositions or numbers of steps. COMMAND exits with 0 for a good composition, 125 if it cannot tell, and anything else for a
bad one. Each composition is live in the environment "${bisectEnvironment}" meanwhile, which nobody sees. COMMAND gets SITE_ENVIRONMENT=${bisectEnvironment}, to
start a server, and COMPOSE_PREVIEW, the value of ?compose= that shows the remotes on a running site.`,
  async run({ words: [good = '', bad = '', ...command] }, around) {
    const { store, say } = around;
    const found = await bisect(around, { good, bad }, async ({ number, composition }) => {
      say(`Trying ${composition}, step ${number} …`);
      const { apps } = await store.composition(composition);
      const preview = Object.entries(apps).map(([name, { versions }]) => `${name}@${versions[0].version}`);
      const outcome = await runCommand(command, {
        SITE_ENVIRONMENT: bisectEnvironment,
        COMPOSE_COMPOSITION: composition,
        COMPOSE_PREVIEW: preview.join(','),
      });
      say(`  ${outcome}`);
      return outcome;
    });
    const changes = compareCompositions(
      await store.composition(found.good.composition),
      await store.composition(found.bad.composition),
    );
    const { number, at, who, why } = found.bad;
    const lines = [
      `Broken since step ${number}, ${at}, ${who}${why ? `: ${why}` : ''}`,
      ...(found.skipped.length > 0
        ? [`or since ${found.skipped.map((entry) => entry.number).join(', ')}, which could not be tested`]
        : []),
      differenceText(changes),
      `${found.trials} trials. To undo its changes: ${formatCommand(`promote ${changes.map(({ name, from }) => (from ? `${name}@${from}` : `--without ${name}`)).join(' ')}`, around)}`,
    ];
    return { text: lines.join('\n'), json: { ...found, changes } };
  },
};

/** Runs a command. Its output goes to standard error: standard output carries the answer alone. */
function runCommand([program = '', ...words]: string[], env: Record<string, string>): Promise<Trial> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { env: { ...process.env, ...env }, stdio: ['ignore', 2, 2] });
    child.once('error', (cause) =>
      reject(new Refusal('usage', `${program} cannot be run: ${cause.message}`)),
    );
    child.once('exit', (code, signal) => {
      // Ctrl-C ends the whole search, not one trial.
      if (signal) reject(new Refusal('usage', `${program} was ended by ${signal}.`));
      else resolve(code === 0 ? 'good' : code === cannotTell ? 'skip' : 'bad');
    });
  });
}
