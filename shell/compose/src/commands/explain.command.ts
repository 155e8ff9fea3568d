import type { Command } from '../command.ts';
import { type Explanation, explain } from '../explain.ts';

export const explainCommand: Command = {
  summary: 'explains the number on a failure notice: meaning, owner and next step',
  words: 'NUMBER | LINE',
  count: [1, Number.POSITIVE_INFINITY],
  about: 'Give the whole line of the notice, as in: explain "REMOTE-102 · mf-quiz 0.1.0-3fa2c1d8e0"',
  async run({ words }, around) {
    const found = await explain(words.join(' '), { ...around, dir: around.project?.dir ?? null });
    const { code, stage, cause, look, version, owner, next } = found;
    const went = version?.wentLive;
    const lines = [
      `${code} (${stage})`,
      `  what      ${cause}`,
      `  look at   ${look}`,
      ...(version ? [`  version   ${version.name}@${version.version}, ${standing(version)}`] : []),
      ...(went ? [`  went live ${went.at}, step ${went.number}, ${went.who}`] : []),
      `  owner     ${owner ?? 'not known: the line names no remote, or nobody is named for it in CODEOWNERS'}`,
      `  next      ${next}`,
    ];
    return { text: lines.join('\n'), json: found };
  },
};

function standing({ isLive, isPublished, share, wentLive }: NonNullable<Explanation['version']>): string {
  if (isLive) return 'live';
  if (share !== null) return `shown to ${share} % of visitors`;
  if (wentLive) return isPublished ? 'not live' : 'not live, and pruned';
  return isPublished ? 'published, and never live' : 'unknown here';
}
