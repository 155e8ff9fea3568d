import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { SourceMaps } from '../store/source-maps.ts';
import { filesIn } from './built-assets.ts';
import { hashPlaceholder } from './remote-build.js';

/** Sources to keep: our own. Libraries are public, and the bundler's modules contain local paths. */
const isOurs = (source: string) =>
  /^[\w@./-]+\.(tsx?|js|css|json)$/.test(source) && !/node_modules/.test(source);

/** Source maps of a build, by the names that its files have in a version. */
export const nameMaps = (maps: SourceMaps, version: string): SourceMaps =>
  Object.fromEntries(
    Object.entries(maps).map(([file, map]) => [
      file.replaceAll(hashPlaceholder, version.slice(-hashPlaceholder.length)),
      map,
    ]),
  );

/** Removes the source maps from a build before it is hashed, listed or published. */
export async function takeMaps(dist: string): Promise<SourceMaps> {
  const maps: Record<string, unknown> = {};
  for (const file of (await filesIn(dist)).filter((name) => name.endsWith('.map'))) {
    const full = path.join(dist, file);
    const map = JSON.parse(await readFile(full, 'utf8'));
    const sourcesContent = map.sources.map((source: string, index: number) =>
      isOurs(source) ? map.sourcesContent?.[index] : null,
    );
    const name = file.slice(0, -'.map'.length);
    // Not every tool says which file a map is of.
    maps[name] = { file: path.basename(name), ...map, sourcesContent };
    await rm(full);
  }
  return SourceMaps.parse(maps);
}
