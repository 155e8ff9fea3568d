import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  type Integrity,
  RemoteDescriptor,
  type RemoteVersion,
  type ShellVersion,
} from '@frens/contract/composition';
import type { StatsCompilation } from '@rspack/core';
import { remotePath, type SiteStore, shellPath } from '../api/src/site/site-store.ts';
import { checkBudgets } from './budgets.ts';
import { rootDir } from './folders.ts';
import { sourceVersion } from './source-version.js';

/** A build that the store may have already. */
interface Build<Version> {
  name: string;
  dir: string;
  version: string;
  published: Version | null;
}

/** Looks up the build that the shell's sources give. */
export async function findShell(store: SiteStore): Promise<Build<ShellVersion>> {
  const dir = path.join(rootDir, 'shell');
  const version = sourceVersion(dir);
  return { name: 'shell', dir, version, published: await store.shellVersion(version) };
}

/** Looks up the build that a remote's sources give. */
export async function findRemote(store: SiteStore, name: string): Promise<Build<RemoteVersion>> {
  const dir = path.join(rootDir, name);
  const version = sourceVersion(dir);
  return { name, dir, version, published: await store.remoteVersion(name, version) };
}

/**
 * Compiles builds into the `dist` folders of their workspaces and checks their budgets.
 *
 * @throws when one does not compile or is over its budget
 */
export async function compile(builds: Build<unknown>[]): Promise<void> {
  if (builds.length === 0) return;
  const started = performance.now();
  const reports = await runBundler(builds.map(({ dir }) => dir));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`Built ${builds.map(({ name }) => name).join(', ')} in ${seconds} s`);
  for (const [index, { name }] of builds.entries()) await checkBudgets(name, reports[index] ?? {});
}

function runBundler(dirs: string[]): Promise<StatsCompilation[]> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(rootDir, 'scripts/compile.js'), dirs, { execArgv: [] });
    // The message is what compile.js sends: one report a workspace, in their order.
    child.once('message', (reports) => resolve(reports as StatsCompilation[]));
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The bundler ended with code ${code}; its errors stand above.`)),
    );
  });
}

/** Publishes the compiled shell. */
export async function publishShell(
  store: SiteStore,
  { dir, version }: Build<ShellVersion>,
): Promise<ShellVersion> {
  const dist = path.join(dir, 'dist');
  const record = { version, base: `/${shellPath(version)}`, integrity: await hashAssets(dist) };
  await compressTexts(dist);
  await store.publish(shellPath(version), dist, record);
  return record;
}

/** Publishes a compiled remote. */
export async function publishRemote(
  store: SiteStore,
  { name, dir, version }: Build<RemoteVersion>,
): Promise<RemoteVersion> {
  const dist = path.join(dir, 'dist');
  const manifest = JSON.parse(await readFile(path.join(dist, 'mf-manifest.json'), 'utf8'));
  const record: RemoteVersion = {
    version,
    mf: manifest.name,
    base: `/${remotePath(name, version)}`,
    descriptor: RemoteDescriptor.parse(JSON.parse(await readFile(path.join(dir, 'remote.json'), 'utf8'))),
    // Only what the browser's runtime reads: the host decides what is shared.
    manifest: { ...manifest, shared: [], remotes: [] },
    integrity: await hashAssets(dist),
  };
  await compressTexts(dist);
  await store.publish(remotePath(name, version), dist, record);
  return record;
}

async function filesIn(dir: string, ending: RegExp): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true });
  return entries.filter((file) => ending.test(file));
}

async function hashAssets(dist: string): Promise<Integrity> {
  const files = await filesIn(dist, /\.(js|css)$/);
  const rows = files.sort().map(async (file) => {
    const hash = createHash('sha384').update(await readFile(path.join(dist, file)));
    return [file.split(path.sep).join('/'), `sha384-${hash.digest('base64')}`] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

/** Writes `.br` and `.gz` beside every text file, so that the server never compresses while it serves. */
async function compressTexts(dist: string): Promise<void> {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  const files = await filesIn(dist, /\.(js|css|svg|json)$/);
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(path.join(dist, file));
      await writeFile(path.join(dist, `${file}.br`), await promisify(brotliCompress)(content, brotli));
      await writeFile(path.join(dist, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
