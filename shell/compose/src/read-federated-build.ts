import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { compressed, filesIn, finishAssets } from './build/built-assets.ts';
import { nameMaps, takeMaps } from './build/extract-source-maps.ts';
import { finalizeBuild } from './build/finalize-build.ts';
import { descriptorFile, readDescriptor } from './build/read-descriptor.ts';
import { readScripts } from './build/read-scripts.ts';
import { federationName, hashPlaceholder } from './build/remote-build.js';
import { RemoteDescriptor } from './model/composition.ts';
import { Upload } from './over-site/upload.ts';
import { readJson, wrongText } from './read-json.ts';
import { Refusal } from './refusal.ts';
import { remotePath, versionFile } from './store/site-store.ts';

/** The manifest that federation plugins write for other hosts. */
export const manifestFile = 'mf-manifest.json';

const Assets = z.object({ sync: z.array(z.string()), async: z.array(z.string()) });
const Manifest = z.object({
  name: z.string(),
  metaData: z.object({
    remoteEntry: z.object({ name: z.string(), path: z.string().default(''), type: z.string() }),
  }),
  exposes: z.array(z.object({ path: z.string(), assets: z.object({ js: Assets, css: Assets }) })),
});

/**
 * Creates a version from a remote that another tool built with `remoteOptions`: hashes the build, and
 * takes the facts of its record from the federation manifest and `remote.json`. The folder stays unchanged.
 *
 * @param dir folder of the build, with `remote.json` in it or beside it
 * @throws Refusal when manifest or descriptor is invalid
 */
export async function readFederatedBuild(dir: string, environment: string): Promise<Upload> {
  const dist = await mkdtemp(path.join(tmpdir(), 'compose-build-'));
  try {
    await cp(dir, dist, { recursive: true });
    // Files are compressed again, and hidden files belong to the bundler.
    for (const file of (await filesIn(dist)).filter((name) => compressed.test(name) || isHidden(name)))
      await rm(path.join(dist, file));
    return await makeUpload(dir, dist, environment);
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
}

const isHidden = (file: string) => /(^|\/)\./.test(file);

async function makeUpload(dir: string, dist: string, environment: string): Promise<Upload> {
  const descriptor = await descriptorOf(dir);
  const { name } = descriptor;
  const number = numberIn((await readManifest(dist)).name, name);
  const maps = await takeMaps(dist);
  const version = await finalizeBuild(dist, number, { descriptor });
  // The manifest again: file names contain the version.
  const manifest = await readManifest(dist);
  const { remoteEntry } = manifest.metaData;
  const exposed = manifest.exposes.find(({ path: exposedPath }) => exposedPath === './remote');
  if (!exposed) throw new Refusal('misfit', `${dir} exposes no "./remote".`);
  const { js, css } = exposed.assets;
  const entry = path.posix.join(remoteEntry.path, remoteEntry.name);
  const scripts = await readScripts(dist);
  const { integrity, sizes } = await finishAssets(dist);
  const names = Object.keys(integrity);
  const record = {
    version,
    mf: federationName(name, version),
    base: `/${remotePath(name, version)}`,
    descriptor,
    files: {
      entry,
      isModule: /^(module|esm)$/.test(remoteEntry.type),
      imports: await staticImports(dist, entry),
      exposed: [...js.sync, ...css.sync].filter((file) => names.includes(file)),
      routes: Object.fromEntries(descriptor.paths.map((page) => [page.path, []])),
      texts: {},
    },
    built: {
      // Only our own bundler knows which names the code uses. Pages check the module's parts either way.
      platform: { version: `${descriptor.platform}.0.0`, names: [] },
      // `importVersion` checks them against the code.
      routes: descriptor.paths.map((page) => page.path),
      hasSignedInHook: scripts.contain('onSignedIn'),
      links: scripts.links,
      calls: scripts.calls,
    },
    integrity,
    sizes,
  };
  const files = await Promise.all(
    names.map(async (file) => [file, (await readFile(path.join(dist, file))).toString('base64')]),
  );
  const { data, error } = Upload.safeParse({
    record,
    files: Object.fromEntries(files),
    maps: nameMaps(maps, version),
    environment,
  });
  if (data) return data;
  throw new Refusal('misfit', `${dir} holds no version:`, error.issues.map(wrongText));
}

async function readManifest(dist: string) {
  const text = await readFile(path.join(dist, manifestFile), 'utf8');
  const { data, wrong } = readJson(text, Manifest);
  if (data) return data;
  throw new Refusal('misfit', `${manifestFile} is no manifest of a remote:`, wrong.map(wrongText));
}

async function descriptorOf(dir: string) {
  const places = [dir, path.dirname(path.resolve(dir))].map((place) => path.join(place, descriptorFile));
  for (const place of places) {
    const text = await readFile(place, 'utf8').catch(() => null);
    if (text === null) continue;
    const { data, problems } = readDescriptor({ descriptor: RemoteDescriptor }, path.dirname(place), text);
    if (data) return data;
    throw new Refusal(
      'misfit',
      `${place} cannot be read:`,
      problems.map((problem) => `${problem.where}: ${problem.text}`),
    );
  }
  throw new Refusal(
    'unknown',
    `${dir} has no ${versionFile}, and no ${descriptorFile} beside ${manifestFile}.`,
  );
}

/** The version number in the container's name. */
function numberIn(container: string, name: string): string {
  const [before, after] = [federationName(name, ''), `_${hashPlaceholder}`];
  const number = container.slice(before.length, -after.length).replaceAll('_', '.');
  if (container === federationName(name, `${number}-${hashPlaceholder}`) && /^\d+(\.\d+)*$/.test(number))
    return number;
  throw new Refusal(
    'misfit',
    `The container of ${name} is called ${container}: build it with remoteOptions, and publish a fresh build.`,
  );
}

/** The static imports of a module, transitively: pages fetch all of them together. */
async function staticImports(dist: string, entry: string): Promise<string[]> {
  const found = new Set<string>([entry]);
  for (const file of found) {
    const code = await readFile(path.join(dist, file), 'utf8').catch(() => '');
    for (const [, , specifier = ''] of code.matchAll(/\b(?:import|from)\s*(["'])(\.\.?\/[^"']+)\1/g))
      found.add(path.posix.join(path.posix.dirname(file), specifier));
  }
  found.delete(entry);
  return [...found];
}
