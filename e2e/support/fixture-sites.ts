import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Composition, ShellFiles } from '@frens/compose';
import { recordFile } from '@frens/compose/build';
import { policyPlace } from '@frens/compose/server';
import {
  finishAssets,
  remotePath,
  SiteStore,
  shellFiles,
  shellPath,
  takeFiles,
  takeRecord,
} from '@frens/compose/store';
import { site } from '@frens/contract/site';
import { goLive } from '../../shell/compose/src/testing/go-live.ts';
import { builtStore, rootDir } from './site.ts';

// Alternative builds of the site for comparison, with the same screens, route chunks, compression and server. Each is published to its own
// store, for `startSite`.

/**
 * Builds the site as one client-rendered bundle: the shell imports the remotes instead of loading them, and its pages have no preload
 * hints.
 *
 * @param dir an empty folder
 * @returns folder of the store
 */
export async function buildOneBundle(dir: string): Promise<string> {
  const { apps } = await builtComposition();
  const loader = path.join(dir, 'loader.js');
  await mkdir(dir, { recursive: true });
  await writeFile(loader, loaderOf(Object.keys(apps)));
  const { dist } = await compileShell(dir, [`federation-loader.ts=${loader}`]);
  const { store, host } = await publishShell(dir, dist);
  const plain = Object.entries(apps).map(([name, { versions }]) => {
    const [{ files: _hinted, ...live }] = versions;
    return [name, { versions: [live] as [typeof live] }];
  });
  await goLive(store, { host, apps: Object.fromEntries(plain) });
  return store.dir;
}

/** A module that imports every remote, replacing the shell's loader. */
function loaderOf(remotes: readonly string[]): string {
  const imports = remotes.map((name, index) => {
    const file = path.join(rootDir, name, 'src/remote.tsx');
    return `import { remote as remote${index} } from ${JSON.stringify(file)};`;
  });
  const entries = remotes.map((name, index) => `${JSON.stringify(name)}: remote${index}`);
  return `${imports.join('\n')}
const remotes = { ${entries.join(', ')} };
export const createFederationLoader = () => async ({ descriptor }) => ({ remote: remotes[descriptor.name] });
`;
}

/**
 * Builds the site without integrity: no hashes in pages, no script policy, and no guard that enforces hashes. The response headers
 * still contain a policy, which browsers can be told to bypass.
 *
 * @param dir an empty folder
 * @returns folder of the store
 */
export async function buildUnchecked(dir: string): Promise<string> {
  const { apps } = await builtComposition();
  const built = new SiteStore(builtStore, site);
  await mkdir(dir, { recursive: true });
  const replacements = Object.entries({
    'enforce-integrity.ts': 'export function enforceIntegrity() {}',
    'composed-files(.ts)?':
      'export const listedFiles = () => new Map();\nexport const whyRefused = () => null;\nexport const wholeHash = /./;\nexport const isCode = () => false, namedFiles = () => [], unlisted = () => [];',
  }).map(async ([module, code], index) => {
    const file = path.join(dir, `unchecked-${index}.js`);
    await writeFile(file, code);
    return `${module}=${file}`;
  });
  const { dist, files } = await compileShell(dir, await Promise.all(replacements));
  const page = path.join(dist, 'index.html');
  await writeFile(page, (await readFile(page, 'utf8')).replace(policyPlace, ''));
  const { store, host } = await publishShell(dir, dist, shellFiles(site, files));
  for (const [name, { versions }] of Object.entries(apps)) {
    for (const version of versions) {
      const target = remotePath(name, version.version);
      await store.publish(target, built.file(version.base), version);
    }
  }
  await goLive(store, { host, apps });
  return store.dir;
}

async function builtComposition(): Promise<Composition> {
  const built = new SiteStore(builtStore, site);
  const id = await built.liveId();
  if (id === null) throw new Error(`Nothing is published in ${builtStore}. Run: npm run build`);
  return built.composition(id);
}

const version = 'other';
const base = `/${shellPath(version)}`;

/** Builds the shell with replaced modules (scripts/other-shell.js). */
async function compileShell(dir: string, replacements: readonly string[]) {
  const dist = path.join(dir, 'dist');
  await mkdir(dist);
  const script = path.join(rootDir, 'e2e/scripts/other-shell.js');
  await promisify(execFile)(process.execPath, [script, dist, base, ...replacements], { cwd: rootDir });
  await takeRecord(dist, recordFile);
  return { dist, files: await takeFiles(dist) };
}

/** Publishes the shell to its own store. */
async function publishShell(dir: string, dist: string, files?: ShellFiles) {
  const host = { version, base, files, ...(await finishAssets(dist)) };
  const store = new SiteStore(path.join(dir, 'store'), site);
  await store.publish(shellPath(version), dist, host);
  return { store, host };
}
