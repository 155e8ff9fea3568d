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
import type { Configuration, Stats } from '@rspack/core';
import { remotePath, type SiteStore, shellPath } from '../api/src/site/site-store.ts';
import { checkBudgets } from './budgets.ts';
import { rootDir } from './folders.ts';
import { sourceVersion } from './source-version.js';

/** Builds and publishes the shell unless its version is published already. */
export async function buildShell(store: SiteStore): Promise<ShellVersion> {
  const dir = path.join(rootDir, 'shell');
  const version = sourceVersion(dir);
  const published = await store.shellVersion(version);
  if (published) return published;

  const stats = await compile(dir);
  const record: ShellVersion = {
    version,
    base: `/${shellPath(version)}`,
    integrity: await hashAssets(path.join(dir, 'dist')),
  };
  await compressTexts(path.join(dir, 'dist'));
  await checkBudgets('shell', stats);
  await store.publish(shellPath(version), path.join(dir, 'dist'), record);
  return record;
}

/** Builds and publishes a remote unless its version is published already. */
export async function buildRemote(store: SiteStore, name: string): Promise<RemoteVersion> {
  const dir = path.join(rootDir, name);
  const version = sourceVersion(dir);
  const published = await store.remoteVersion(name, version);
  if (published) return published;

  const stats = await compile(dir);
  const dist = path.join(dir, 'dist');
  const manifest = JSON.parse(await readFile(path.join(dist, 'mf-manifest.json'), 'utf8'));
  const record: RemoteVersion = {
    version,
    mf: manifest.name,
    base: `/${remotePath(name, version)}`,
    descriptor: RemoteDescriptor.parse(JSON.parse(await readFile(path.join(dir, 'remote.json'), 'utf8'))),
    // Only what the browser's runtime reads: the host decides what is shared, and types are not served.
    manifest: { ...manifest, shared: [], remotes: [] },
    integrity: await hashAssets(dist),
  };
  await compressTexts(dist);
  await checkBudgets(name, stats);
  await store.publish(remotePath(name, version), dist, record);
  return record;
}

async function compile(dir: string): Promise<Stats> {
  // Imported here: a start with nothing to build does not pay for loading the bundler.
  const { rspack } = await import('@rspack/core');
  const { default: config }: { default: Configuration } = await import(path.join(dir, 'rspack.config.js'));
  const started = performance.now();
  const stats = await new Promise<Stats>((resolve, reject) => {
    const compiler = rspack(config, (error, result) => {
      compiler?.close(() => {
        if (error || !result) reject(error ?? new Error(`No build of ${dir}`));
        else if (result.hasErrors()) reject(new Error(result.toString({ preset: 'errors-only' })));
        else resolve(result);
      });
    });
  });
  console.log(`built ${path.basename(dir)} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return stats;
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
