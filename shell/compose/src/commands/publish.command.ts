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
  summary: 'builds and publishes remotes; members see nothing of it',
  words: '[REMOTE…] | --from DIST | --from ADDRESS',
  count: [0, Number.POSITIVE_INFINITY],
  options: {
    from: {
      value: 'DIST',
      help: 'the folder of a version that was built elsewhere, or its address on one of REMOTE_ORIGINS, where it stays',
    },
    promote: { help: 'makes what was published live at once, all together' },
    'without-rendering': {
      help: 'with --promote: leaves their pages to browsers, for versions that cannot be rendered ahead',
    },
    force: { help: 'with --promote: also a version that was taken off because it was bad' },
    pictures: {
      help: 'adds a page to the receipts: which screens look different from those of the live version (minutes)',
    },
    with: {
      value: 'NAME@VERSION',
      isList: true,
      help: 'a published version that it will go live with: it is held against that instead of what is live',
    },
  },
  about: `Without names everything in this checkout, the shell too; with --promote the site is then exactly that, so a remote whose folder
is gone leaves it. Sources that were published before are not built again. Ends with a receipt for each. What comes from elsewhere is held against its hashes, file by file, and passes the
same gate: an ADDRESS is like https://cdn.example/remotes/mf-quiz/0.1.0-3fa2c1d8e0/, whose server lets pages of the site read the files (CORS).`,
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

/** Why there is none of a version that was built elsewhere. */
const picturesNeedStories =
  '--pictures compares stories of this checkout with those of what is live: it needs both, and the store.';

/** Publishes a version that was built elsewhere. */
async function publishFrom(around: Surroundings, from: string, given: Given): Promise<Answer> {
  if (given.has('pictures')) throw new Refusal('usage', picturesNeedStories);
  if (given.words.length + given.list('with').length > 0)
    throw new Refusal('usage', 'What --from names says itself which remote it is: no names, and no --with.');
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
