import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RemoteVersion } from '@frens/compose';
import { finishAssets, remotePath, type SiteStore } from '@frens/compose/store';

/** What the names of a version have in common: its hash. */
const hashIn = (version: string) => version.split('-').at(-1) ?? '';

/** What becomes of the text of a built file; of one that it does not concern, the same. */
export type ChangeOfText = (text: string) => string;

/**
 * Publishes a version once more under another hash, as if other sources had given it: nothing is built. It lies in a folder of its own, since
 * its files keep their names.
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
  const changed: string[] = [];
  for (const file of Object.keys(version.integrity)) {
    const content = await readFile(store.file(version.base, file));
    const copy = path.join(dist, renamed(file));
    await mkdir(path.dirname(copy), { recursive: true });
    if (!/\.(c?js|css|json)$/.test(file)) {
      await writeFile(copy, content);
      continue;
    }
    const text = content.toString();
    const other = change?.(text) ?? text;
    // The build that renders pages has all of it once more.
    if (other !== text && !file.endsWith('.cjs')) changed.push(file);
    await writeFile(copy, renamed(other));
  }
  const target = remotePath(name, renamed(version.version));
  if (change && changed.length !== 1)
    throw new Error(`The change is one of ${changed.length} files of ${name}: ${changed.join(', ')}`);
  const record = RemoteVersion.parse({
    ...JSON.parse(renamed(JSON.stringify(version))),
    base: `/${target}`,
    ...(await finishAssets(dist)),
  });
  await store.publish(target, dist, record);
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
