import { spawn } from 'node:child_process';
import { bisect, bisectEnvironment, type Trial } from '../bisect.ts';
import type { Command } from '../command.ts';
import { compareCompositions, differenceText } from '../compare-compositions.ts';
import { formatCommand } from '../format-command.ts';
import { Refusal } from '../refusal.ts';

/** The exit code of a trial without a result, as in `git bisect run`. */
const cannotTell = 125;

export const bisectCommand: Command = {
  summary: 'finds the step that broke something, by trying what was live in between',
  words: 'GOOD BAD -- COMMAND…',
  count: [3, Number.POSITIVE_INFINITY],
  about: `GOOD and BAD are ids of compositions or numbers of the history. The command ends with 0 where all is well, 125 where it cannot tell, and anything else
where it is broken. Each composition stands in the environment "${bisectEnvironment}" meanwhile, which nobody sees: the command has
SITE_ENVIRONMENT=${bisectEnvironment} to start a server with, and COMPOSE_PREVIEW, what to write behind ?compose= to see its remotes on a site that runs.`,
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
        ? [`or since ${found.skipped.map((entry) => entry.number).join(', ')}, which could not be tried`]
        : []),
      differenceText(changes),
      `${found.trials} trials. To have what it changed as it was before: ${formatCommand(`promote ${changes.map(({ name, from }) => (from ? `${name}@${from}` : `--without ${name}`)).join(' ')}`, around)}`,
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
