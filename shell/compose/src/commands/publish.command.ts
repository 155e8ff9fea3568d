import type { Published } from '../admit.ts';
import type { Command, Given, Surroundings } from '../command.ts';
import { changesBy, promotionText } from '../compare-compositions.ts';
import { promote, surroundingsOf } from '../promote.ts';
import { noteApi, publish } from '../publish.ts';
import { readVersion } from '../read-version.ts';
import { receiptText } from '../receipt.ts';
import { Refusal } from '../refusal.ts';
import type { HistoryEntry } from '../store/history-entry.ts';
import { writeReceipts } from '../write-receipts.ts';

export const publishCommand: Command = {
  summary: 'builds and publishes remotes; members see nothing of it',
  words: '[REMOTE…]',
  count: [0, Number.POSITIVE_INFINITY],
  options: {
    promote: { help: 'makes what was published live at once, all together' },
    force: { help: 'with --promote: also a version that was taken off because it was bad' },
    with: {
      value: 'NAME@VERSION',
      isList: true,
      help: 'a published version that it will go live with: it is held against that instead of what is live',
    },
  },
  about: `Without names everything in this checkout, the shell too; with --promote the site is then exactly that, so a remote whose folder
is gone leaves it. Sources that were published before are not built again. Ends with a receipt for each.`,
  async run(given, around) {
    const { store, project, environment, say } = around;
    if (!project)
      throw new Refusal('usage', 'This is no checkout: publish from the folder of the repository.');
    const together = await Promise.all(given.list('with').map((text) => readVersion(store, text)));
    const names = given.words;
    const published = await publish({ store, project, environment, names, together, say });
    const receipts = await writeReceipts(store, environment, published, together);
    const entry = given.has('promote') ? await promotePublished(around, published, given) : null;
    const changes = entry && (await changesBy(around, entry));
    const text = given.has('promote')
      ? promotionText(environment, entry, changes)
      : receipts.map((receipt) => receiptText(receipt)).join('\n');
    return { text, json: { receipts, live: entry, changes } };
  },
};

async function promotePublished(
  around: Surroundings,
  published: readonly Published[],
  given: Given,
): Promise<HistoryEntry | null> {
  const { store, environment, project } = around;
  const isWhole = given.words.length === 0 && !!project?.isWholeSite;
  // The API is built and started with the rest of the site, so it is the one to fit.
  if (isWhole) await noteApi(store, environment);
  const surroundings = await surroundingsOf(around, project);
  return promote(around, { versions: published, isWhole }, surroundings, given.has('force'));
}
