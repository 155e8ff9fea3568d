import type { Published } from '../admit.ts';
import { admitFrom } from '../admit-from.ts';
import type { Answer, Command, Given, Surroundings } from '../command.ts';
import { changesBy, promotionText } from '../compare-compositions.ts';
import { comparePictures } from '../compare-pictures.ts';
import { takeUpload } from '../over-site/receive-upload.ts';
import { promote, surroundingsOf } from '../promote.ts';
import { noteApi, publish } from '../publish.ts';
import { readDist } from '../read-dist.ts';
import { readVersion } from '../read-version.ts';
import { type Receipt, receiptText } from '../receipt.ts';
import { Refusal } from '../refusal.ts';
import type { HistoryEntry } from '../store/history-entry.ts';
import { writeReceipts } from '../write-receipts.ts';

export const publishCommand: Command = {
  summary: 'builds and publishes remotes, without making them live',
  words: '[REMOTE…] | --from DIST | --from ADDRESS',
  count: [0, Number.POSITIVE_INFINITY],
  options: {
    from: {
      value: 'DIST',
      help: 'the folder of a version that was built elsewhere, or its address on one of REMOTE_ORIGINS, where its files stay',
    },
    promote: { help: 'makes the published versions live at once, all together' },
    'without-rendering': {
      help: 'with --promote: leaves their pages to browsers, for versions that cannot be rendered',
    },
    force: { help: 'with --promote: allows versions that were taken off because they were bad' },
    pictures: { help: 'adds a visual comparison with the live version to the receipts (takes minutes)' },
    with: {
      value: 'NAME@VERSION',
      isList: true,
      help: 'a published version that will go live with it, to check against instead of the live one',
    },
  },
  about: `Without names, publishes everything in this checkout, including the shell; with --promote the site then consists of exactly that, and a remote without a
folder is removed. Sources that were published before are not built again. Prints a receipt for each version. A version from elsewhere is verified file by file and passes the same
gate: ADDRESS is like https://cdn.example/remotes/mf-quiz/0.1.0-3fa2c1d8e0/, and its server must allow pages of the site to read the files (CORS).`,
  async run(given, around) {
    const { store, project, environment, say } = around;
    const from = given.text('from');
    if (from !== undefined) return publishFrom(around, from, given);
    if (!project)
      throw new Refusal('usage', 'This is no checkout: publish from the folder of the repository.');
    const together = await Promise.all(given.list('with').map((text) => readVersion(store, text)));
    const names = given.words;
    const published = await publish({ store, project, environment, names, together, say });
    const receipts = await writeReceipts(store, environment, published, {
      together,
      why: around.author.why,
      ...(given.has('pictures') && {
        compare: async (name, version, before) => {
          say(`Comparing the pictures of ${name} …`);
          return comparePictures(store, project, { name, version, before });
        },
      }),
    });
    return answerOf(around, receipts, given, () => promotePublished(around, published, given));
  },
};

/** The refusal of --pictures for a version that was built elsewhere. */
const picturesNeedStories =
  '--pictures compares stories of this checkout with those of the live version: it needs both, and the store.';

/** Publishes a version that was built elsewhere. */
async function publishFrom(around: Surroundings, from: string, given: Given): Promise<Answer> {
  if (given.has('pictures')) throw new Refusal('usage', picturesNeedStories);
  if (given.words.length + given.list('with').length > 0)
    throw new Refusal('usage', '--from takes no names and no --with: the version names its remote.');
  const { store, environment, author, say } = around;
  const receipt = URL.canParse(from)
    ? await admitFrom(store, { address: from, environment, why: author.why, say })
    : await takeUpload(store, await readDist(from, environment), author.why);
  return answerOf(around, [receipt], given, async () => {
    const version = await readVersion(store, `${receipt.name}@${receipt.version}`);
    const surroundings = await surroundingsOf(around, null);
    return promote(around, { versions: [version] }, surroundings, optionsOf(given));
  });
}

async function answerOf(
  around: Surroundings,
  receipts: Receipt[],
  given: Given,
  goLive: () => Promise<HistoryEntry | null>,
): Promise<Answer> {
  const entry = given.has('promote') ? await goLive() : null;
  const changes = entry && (await changesBy(around, entry));
  const text = given.has('promote')
    ? promotionText(around.environment, entry, changes)
    : receipts.map((receipt) => receiptText(receipt, around)).join('\n');
  return { text, json: { receipts, live: entry, changes } };
}

async function promotePublished(
  around: Surroundings,
  published: readonly Published[],
  given: Given,
): Promise<HistoryEntry | null> {
  const { store, environment, project } = around;
  const isWhole = given.words.length === 0 && !!project?.isWholeSite;
  // The API is built with the whole site, so versions must fit this one.
  if (isWhole) await noteApi(store, environment);
  const surroundings = await surroundingsOf(around, project);
  return promote(around, { versions: published, isWhole }, surroundings, optionsOf(given));
}

const optionsOf = (given: Given) => ({
  force: given.has('force'),
  withoutRendering: given.has('without-rendering'),
});
