import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesIn, finishAssets } from '@frens/compose/build';
import { RemoteVersion } from '@frens/compose/composition';
import { remotePath, renderFile, type SiteStore } from '@frens/compose/store';

/** What the names of a version have in common: its hash. */
const hashIn = (version: string) => version.split('-').at(-1) ?? '';

/** What becomes of the text of a built file; of one that it does not concern, the same. */
export type ChangeOfText = (text: string) => string;

/**
 * Publishes a version once more under another hash, as if other sources had given it: nothing is built.
 *
 * @param dir a folder for what is written meanwhile
 * @param version of a remote, published
 * @param hash as long as that of the version
 * @param change what the other sources would have changed, in the one file where it is found; default nothing
 */
export async function publishAgain(
  store: SiteStore,
  dir: string,
  version: RemoteVersion,
  hash: string,
  change?: ChangeOfText,
): Promise<RemoteVersion> {
  const renamed = (text: string) => text.replaceAll(hashIn(version.version), hash);
  const { name } = version.descriptor;
  const dist = await mkdtemp(path.join(dir, 'again-'));
  await cp(store.file(remotePath(name, version.version)), dist, {
    recursive: true,
    filter: (file) => !/\.(br|gz)$|version\.json$/.test(file),
  });
  const changed: string[] = [];
  for (const file of await filesIn(dist)) {
    if (!/\.(c?js|css)$/.test(file)) continue;
    const text = await readFile(path.join(dist, file), 'utf8');
    const other = change?.(text) ?? text;
    // The build that renders pages has all of it once more.
    if (other !== text && file !== renderFile) changed.push(file);
    await writeFile(path.join(dist, file), renamed(other));
  }
  if (change && changed.length !== 1)
    throw new Error(`The change is one of ${changed.length} files of ${name}: ${changed.join(', ')}`);
  const record = RemoteVersion.parse({
    ...JSON.parse(renamed(JSON.stringify(version))),
    ...(await finishAssets(dist)),
  });
  await store.publish(remotePath(name, record.version), dist, record);
  return record;
}

// What is changed below stands in the built files of mf-community as it does in its sources.

/** Gives its circles another title. */
export const circlesOfTheGrove: ChangeOfText = (text) =>
  text.replace('"{{product}} Circles"', '"Circles of the Grove"');

/** Has its module do something when it is loaded, before it is there. */
export const whenLoaded =
  (code: string): ChangeOfText =>
  (text) =>
    text.replace(/\bcontract:1\b/, () => `contract:(()=>{${code};return 1})()`);

/** Has its screen of circles do something each time it is rendered. */
export const whenCirclesRender =
  (code: string): ChangeOfText =>
  (text) =>
    text.replace(/(?<=title:)\w+\("circles\.title"\)/, (title) => `(()=>{${code};return ${title}})()`);
