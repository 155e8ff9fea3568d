import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RemoteVersion } from '@frens/compose';
import { finishAssets, remotePath, type SiteStore } from '@frens/compose/store';

/** The hash part of a version, shared by its names. */
const hashIn = (version: string) => version.split('-').at(-1) ?? '';

/** Changes the text of a built file; returns files of no concern unchanged. */
export type ChangeOfText = (text: string) => string;

/**
 * Republishes a version under another hash, as if built from other sources, without a build. It has its own folder, because its files
 * keep their names.
 *
 * @param dir folder for temporary files
 * @param version a published version of a remote
 * @param hash of the same length as the version's
 * @param change the change of the other sources, which must affect exactly one file; default none
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
    // The server-side build contains the same text.
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

// The patterns below match the built files of mf-community, as in its sources.

/** Changes the title of the circles. */
export const circlesOfTheGrove: ChangeOfText = (text) =>
  text.replace('"{{product}} Circles"', '"Circles of the Grove"');

/** Runs code when the module loads, before it is ready. */
export const whenLoaded =
  (code: string): ChangeOfText =>
  (text) =>
    text.replace(/\bcontract:1\b/, () => `contract:(()=>{${code};return 1})()`);

/** Runs code each time the screen of circles renders. */
export const whenCirclesRender =
  (code: string): ChangeOfText =>
  (text) =>
    text.replace(/(?<=title:)\w+\("circles\.title"\)/, (title) => `(()=>{${code};return ${title}})()`);
