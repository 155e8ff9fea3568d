import type { MadeVersion } from '../built-version.ts';
import { startCanary } from '../canary.ts';
import type { Answer, Command, Given, Surroundings } from '../command.ts';
import { changesBy, promotionText } from '../compare-compositions.ts';
import { formatCommand } from '../format-command.ts';
import { type PromotionOptions, promote, surroundingsOf } from '../promote.ts';
import { listVersions, readVersion } from '../read-version.ts';
import { Refusal } from '../refusal.ts';

export const promoteCommand: Command = {
  summary: 'makes published versions live, all or none',
  words: 'NAME[@VERSION]…',
  count: [0, Number.POSITIVE_INFINITY],
  options: {
    canary: { value: 'SHARE', help: 'shows them to a share of visitors first, 1 to 99 per cent' },
    force: { help: 'allows versions that were taken off because they were bad' },
    'without-rendering': { help: 'leaves their pages to browsers, for versions that cannot be rendered' },
    without: { value: 'REMOTE', isList: true, help: 'removes a remote from the site' },
  },
  about: `The previous version stays as a fallback. A canary shows the same versions to the same visitors while its share grows; promote without --canary
makes them live for everybody, and rollback ends the canary. A name without a version means the newest one, which needs confirmation. A prefix of the hash
is enough, as in mf-quiz@3fa2.`,
  async run(given, around) {
    const { store, environment } = around;
    const without = given.list('without');
    if (given.words.length + without.length === 0)
      throw new Refusal('usage', 'Name the versions to promote, as in mf-quiz@0.1.0-3fa2c1d8e0.');
    const twice = namesOf(given.words).find((name, at, all) => all.indexOf(name) !== at);
    if (twice) throw new Refusal('usage', `${twice} is named twice: only one version of it can be live.`);
    await refuseNameless(around, given.words);
    const versions = await Promise.all(given.words.map((text) => readVersion(store, text)));
    const options = { force: given.has('force'), withoutRendering: given.has('without-rendering') };
    const canary = given.text('canary');
    if (canary !== undefined && without.length > 0)
      throw new Refusal('usage', 'A canary cannot remove a remote: use promote --without alone.');
    if (canary !== undefined) return showToShare(around, versions, canary, options);
    const surroundings = await surroundingsOf(around, null);
    const entry = await promote(around, { versions, without }, surroundings, options);
    const changes = entry && (await changesBy(around, entry));
    return {
      text: promotionText(environment, entry, changes),
      json: { live: entry, changes: changes ?? [] },
    };
  },
};

/** The remotes, and perhaps the shell, that a promotion makes live or removes, as typed. */
export const promotedRemotes = (given: Given): string[] => [
  ...namesOf(given.words),
  ...given.list('without'),
];

const namesOf = (versions: readonly string[]) => versions.map((text) => text.split('@')[0] ?? '');

/** @throws Refusal for names without a version; it suggests the newest of each */
async function refuseNameless(around: Surroundings, words: readonly string[]): Promise<void> {
  if (words.every((text) => text.includes('@'))) return;
  const named: string[] = [];
  const found: string[] = [];
  for (const text of words) {
    const [newest] = text.includes('@') ? [] : await listVersions(around.store, text);
    if (!newest && !text.includes('@'))
      throw new Refusal('unknown', `No version of ${text} is published here.`);
    named.push(newest ? `${text}@${newest.version}` : text);
    if (newest) found.push(`${text}@${newest.version}, published ${new Date(newest.at).toISOString()}`);
  }
  throw new Refusal(
    'unsure',
    `Nothing was done: the newest version may not be the intended one.\nTo make it live: ${formatCommand(`promote ${named.join(' ')}`, around)}`,
    found,
    ['promote', ...named],
  );
}

async function showToShare(
  around: Surroundings,
  versions: MadeVersion[],
  text: string,
  options: PromotionOptions,
): Promise<Answer> {
  const share = Number(text);
  if (!Number.isInteger(share) || share < 1 || share > 99 || versions.length === 0)
    throw new Refusal('usage', '--canary takes a share of visitors, 1 to 99 per cent, and versions.');
  const { environment } = around;
  const entry = await startCanary(around, versions, share, await surroundingsOf(around, null), options);
  const said = entry
    ? `${share} % of visitors of ${environment} see ${entry.canary?.versions.join(', ')}`
    : `This canary runs in ${environment} already.`;
  return { text: said, json: { live: entry } };
}
