import type { Command } from '../command.ts';
import { exitCodes, Refusal } from '../refusal.ts';
import { verifyComposition } from '../verify-store.ts';
import { readComposition } from './diff.command.ts';

export const verifyCommand: Command = {
  summary: 'reads every file of what is live, fallbacks too, and holds it against its hash',
  words: '[COMPOSITION]',
  count: [0, 1],
  about: `Ends with ${exitCodes.damaged} when a file is missing, was changed, or is not listed.`,
  async run({ words: [name] }, around) {
    if (!name && (await around.store.liveId(around.environment)) === null)
      throw new Refusal('unknown', `Nothing was ever live in ${around.environment}.`);
    const { store, say } = around;
    // The name of an environment stands for what is live in it.
    const environment = (await store.environments()).find((one) => one === name) ?? around.environment;
    const composition = await readComposition(around, name ?? environment);
    const { files, damages } = await verifyComposition({ store, environment }, composition, say);
    const isWhole = damages.length === 0;
    return {
      text: isWhole ? `${files} files, all as they were published.` : damages.join('\n'),
      json: { files, damages },
      exitCode: isWhole ? 0 : exitCodes.damaged,
    };
  },
};
