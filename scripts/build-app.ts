import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  type Integrity,
  PlatformNames,
  RemoteDescriptor,
  type RemoteVersion,
  type ShellVersion,
} from '@frens/contract/composition';
import type { StatsCompilation } from '@rspack/core';
import { remotePath, type SiteStore, shellPath } from '../api/src/site/site-store.ts';
import { checkBudgets } from './budgets.ts';
import { federationName, sourceFingerprint } from './build-version.js';
import {
  entryOf,
  exposedGroup,
  isScript,
  readFiles,
  remoteFiles,
  shellFiles,
  takeFiles,
} from './built-files.ts';
import { linksIn } from './built-links.ts';
import { rootDir } from './folders.ts';
import { readBuiltRemote } from './read-built-remote.ts';
import { recordFile } from './record-platform.js';
import { sealBuild } from './seal-build.ts';
import { takeRecord } from './take-record.ts';

/** A build to publish: `published` is what the store has of it already, known by the fingerprint of its sources. */
interface Build<Version> {
  name: string;
  dir: string;
  fingerprint: string;
  published: Version | null;
}

/** Which version a fingerprint of sources gave. A hint that saves a compilation; nothing is lost when it is gone. */
const hintFile = (name: string, fingerprint: string) =>
  path.join(rootDir, '.cache/builds', name, fingerprint);

async function findBuild<Version>(
  name: string,
  read: (version: string) => Promise<Version | null>,
): Promise<Build<Version>> {
  const dir = path.join(rootDir, name);
  const fingerprint = sourceFingerprint(dir);
  const version = await readFile(hintFile(name, fingerprint), 'utf8').catch(() => null);
  return { name, dir, fingerprint, published: version === null ? null : await read(version) };
}

/** Looks up the build that the shell's sources give. */
export const findShell = (store: SiteStore): Promise<Build<ShellVersion>> =>
  findBuild('shell', (version) => store.shellVersion(version));

/** Looks up the build that a remote's sources give. */
export const findRemote = (store: SiteStore, name: string): Promise<Build<RemoteVersion>> =>
  findBuild(name, (version) => store.remoteVersion(name, version));

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
  for (const [index, { name, dir }] of builds.entries()) {
    const routes = name === 'shell' ? {} : (await readRemote(path.join(dir, 'dist'))).files.routes;
    await checkBudgets(name, reports[index] ?? {}, routes);
  }
}

/** What a compiled remote declares, and its files; the bundler's record stays where it is. */
async function readRemote(dist: string) {
  const built = await readFiles(dist);
  const exposed = built.groups[exposedGroup] ?? [];
  const declared = await readBuiltRemote(dist, exposed.filter(isScript));
  return { declared, files: { ...remoteFiles(declared, built), entry: await entryOf(dist), exposed } };
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

/** Publishes the compiled shell, unless the same build is published already. */
export async function publishShell(
  store: SiteStore,
  { name, dir, fingerprint }: Build<ShellVersion>,
): Promise<ShellVersion> {
  const dist = path.join(dir, 'dist');
  const platform = PlatformNames.parse(await takeRecord(dist, recordFile));
  const files = shellFiles(await takeFiles(dist));
  const links = await linksOf(dist);
  const version = await sealBuild(dist, await numberOf(dir), { platform, links });
  const base = `/${shellPath(version)}`;
  const record = { version, base, platform, files, links, integrity: await hashAssets(dist) };
  await compressTexts(dist);
  await store.publish(shellPath(version), dist, record);
  await remember(name, fingerprint, version);
  return record;
}

/** Publishes a compiled remote, unless the same build is published already. */
export async function publishRemote(
  store: SiteStore,
  { name, dir, fingerprint }: Build<RemoteVersion>,
): Promise<RemoteVersion> {
  const dist = path.join(dir, 'dist');
  const platform = PlatformNames.parse(await takeRecord(dist, recordFile));
  const { declared, files } = await readRemote(dist);
  await takeFiles(dist);
  const descriptor = RemoteDescriptor.parse(
    JSON.parse(await readFile(path.join(dir, 'remote.json'), 'utf8')),
  );
  const links = await linksOf(dist);
  const version = await sealBuild(dist, await numberOf(dir), { platform, descriptor, links });
  const record: RemoteVersion = {
    version,
    mf: federationName(name, version),
    base: `/${remotePath(name, version)}`,
    descriptor,
    files,
    built: {
      platform,
      routes: Object.keys(declared.routes),
      hasSignedInHook: declared.hasSignedInHook,
      links,
    },
    integrity: await hashAssets(dist),
  };
  await compressTexts(dist);
  await store.publish(remotePath(name, version), dist, record);
  await remember(name, fingerprint, version);
  return record;
}

async function numberOf(dir: string): Promise<string> {
  return JSON.parse(await readFile(path.join(dir, 'package.json'), 'utf8')).version;
}

async function remember(name: string, fingerprint: string, version: string): Promise<void> {
  const file = hintFile(name, fingerprint);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, version);
}

async function filesIn(dir: string, ending: RegExp): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true });
  return entries.filter((file) => ending.test(file));
}

/** Where all scripts of a build lead. */
async function linksOf(dist: string): Promise<string[]> {
  const scripts = await filesIn(dist, /\.js$/);
  const codes = await Promise.all(scripts.map((file) => readFile(path.join(dist, file), 'utf8')));
  return [...new Set(codes.flatMap(linksIn))].sort();
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
export async function compressTexts(dist: string): Promise<void> {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const files = await filesIn(dist, /\.(js|css|svg|json)$/);
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(path.join(dist, file));
      await writeFile(path.join(dist, `${file}.br`), await promisify(brotliCompress)(content, brotli));
      await writeFile(path.join(dist, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
