import type { Command } from '../command.ts';
import { explain } from '../explain.ts';

export const explainCommand: Command = {
  summary: 'says what a number on a failure notice means, whose it is, and what to do',
  words: 'NUMBER | LINE',
  count: [1, Number.POSITIVE_INFINITY],
  about:
    'Best with the whole line of the notice, as in: compose explain "REMOTE-102 · mf-quiz 0.1.0-3fa2c1d8e0"',
  async run({ words }, { store, environment, project }) {
    const found = await explain(words.join(' '), { store, environment, dir: project?.dir ?? null });
    const { code, stage, cause, look, version, owner, next } = found;
    const went = version?.wentLive;
    const lines = [
      `${code} (${stage})`,
      `  what      ${cause}`,
      `  look at   ${look}`,
      ...(version
        ? [`  version   ${version.name}@${version.version}, ${version.isLive ? 'live' : 'not live'}`]
        : []),
      ...(went ? [`  went live ${went.at}, step ${went.number}, ${went.who}`] : []),
      ...(owner ? [`  owner     ${owner}`] : []),
      `  next      ${next}`,
    ];
    return { text: lines.join('\n'), json: found };
  },
};
