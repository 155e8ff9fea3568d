import { fork } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  PlatformNames,
  RemoteDescriptor,
  type RemoteVersion,
  type ShellVersion,
} from '@frens/contract/composition';
import type { StatsCompilation } from '@rspack/core';
import type { Project } from '../project.ts';
import { Refusal } from '../refusal.ts';
import { remotePath, type SiteStore, shellPath } from '../store/site-store.ts';
import type { SourceMaps } from '../store/source-maps.ts';
import { checkBudgets } from './budgets.ts';
import { federationName, sourceFingerprint } from './build-version.js';
import { filesIn, finishAssets } from './built-assets.ts';
import { callsIn } from './built-calls.ts';
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
import { readBuiltRemote } from './read-built-remote.ts';
import { recordFile } from './record-platform.js';
import { sealBuild } from './seal-build.ts';
import { takeMaps } from './take-maps.ts';
import { takeRecord } from './take-record.ts';

/** The name of the shell among builds. */
export const shellName = 'shell';

/** A version as it was made: its record, where its files lie until it is published, and the source maps of one that was just compiled. */
export type MadeVersion = { name: string; target: string; dist: string; maps?: SourceMaps } & (
  | { isShell: true; record: ShellVersion }
  | { isShell: false; record: RemoteVersion }
);

/** A workspace with its sources as they are now; `known` is what the store has of them already. */
export interface Build {
  name: string;
  dir: string;
  /** Remembers that these sources gave a version. A hint that saves a compilation; nothing is lost when it is gone. */
  hint: string;
  known: MadeVersion | null;
}

/** Looks up what the sources of a workspace give. */
export async function findBuild({ dir: root }: Project, store: SiteStore, name: string): Promise<Build> {
  const dir = path.join(root, name);
  const hint = path.join(root, '.cache/builds', name, sourceFingerprint(dir, root));
  const version = await readFile(hint, 'utf8').catch(() => null);
  const known = version === null ? null : await findVersion(store, name, version);
  return { name, dir, hint, known };
}

/** A version that is in the store, or null. */
export async function findVersion(
  store: SiteStore,
  name: string,
  version: string,
): Promise<MadeVersion | null> {
  if (name === shellName) {
    const target = shellPath(version);
    const record = await store.shellVersion(version);
    return record && { name, target, dist: distOf(store, target), isShell: true, record };
  }
  const target = remotePath(name, version);
  const record = await store.remoteVersion(name, version);
  return record && { name, target, dist: distOf(store, target), isShell: false, record };
}

/** Where the files of a published version lie. In a bucket nothing lies on this machine, and nothing reads it: it is published already. */
const distOf = ({ files }: SiteStore, target: string) => path.join(files.dir ?? '', target);

/**
 * Compiles builds into the `dist` folders of their workspaces and checks their budgets.
 *
 * @param say is told what goes on
 * @throws Refusal when one does not compile or is over its budget
 */
export async function compile(builds: Build[], say: (line: string) => void): Promise<void> {
  if (builds.length === 0) return;
  const names = builds.map(({ name }) => name).join(', ');
  say(`Building ${names} …`);
  const started = performance.now();
  const reports = await runBundler(builds.map(({ dir }) => dir));
  say(`Built ${names} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  for (const [index, { name, dir }] of builds.entries()) {
    const routes = name === shellName ? {} : (await readRemote(path.join(dir, 'dist'))).files.routes;
    await checkBudgets(name, reports[index] ?? {}, routes, say);
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
    const program = path.join(import.meta.dirname, 'compile.js');
    // Its words go where ours go: the answer of a command stands alone on the standard output.
    const child = fork(program, dirs, { execArgv: [], stdio: ['inherit', 2, 2, 'ipc'] });
    // The message is what compile.js sends: one report a workspace, in their order.
    child.once('message', (reports) => resolve(reports as StatsCompilation[]));
    child.once('error', reject);
    child.once('exit', () => reject(new Refusal('failure', 'It does not compile: see the errors above.')));
  });
}

/** Gives a compiled build its version, and the record of all that is known of it. */
export function makeVersion(build: Build): Promise<MadeVersion> {
  return build.name === shellName ? makeShell(build) : makeRemote(build);
}

async function makeShell({ name, dir }: Build): Promise<MadeVersion> {
  const dist = path.join(dir, 'dist');
  const maps = await takeMaps(dist);
  const platform = PlatformNames.parse(await takeRecord(dist, recordFile));
  const files = shellFiles(await takeFiles(dist));
  const { links, calls } = await readScripts(dist);
  const version = await sealBuild(dist, await numberOf(dir), { platform, links });
  const target = shellPath(version);
  const record = {
    version,
    base: `/${target}`,
    platform,
    files,
    links,
    calls,
    ...(await finishAssets(dist)),
  };
  return { name, target, dist, maps, isShell: true, record };
}

async function makeRemote({ name, dir }: Build): Promise<MadeVersion> {
  const dist = path.join(dir, 'dist');
  const maps = await takeMaps(dist);
  const platform = PlatformNames.parse(await takeRecord(dist, recordFile));
  const { declared, files } = await readRemote(dist);
  await takeFiles(dist);
  const descriptor = RemoteDescriptor.parse(
    JSON.parse(await readFile(path.join(dir, 'remote.json'), 'utf8')),
  );
  const { links, calls } = await readScripts(dist);
  const version = await sealBuild(dist, await numberOf(dir), { platform, descriptor, links });
  const target = remotePath(name, version);
  const record: RemoteVersion = {
    version,
    mf: federationName(name, version),
    base: `/${target}`,
    descriptor,
    files,
    built: {
      platform,
      routes: Object.keys(declared.routes),
      hasSignedInHook: declared.hasSignedInHook,
      links,
      calls,
    },
    ...(await finishAssets(dist)),
  };
  return { name, target, dist, maps, isShell: false, record };
}

/** Remembers which version the sources of a build gave, now that it is published. */
export async function remember({ hint }: Build, version: string): Promise<void> {
  await mkdir(path.dirname(hint), { recursive: true });
  await writeFile(hint, version);
}

async function numberOf(dir: string): Promise<string> {
  return JSON.parse(await readFile(path.join(dir, 'package.json'), 'utf8')).version;
}

/** Where all scripts of a build lead, and which calls they make. */
async function readScripts(dist: string): Promise<{ links: string[]; calls: string[] }> {
  const scripts = (await filesIn(dist)).filter(isScript);
  const codes = await Promise.all(scripts.map((file) => readFile(path.join(dist, file), 'utf8')));
  const unique = (read: (code: string) => string[]) => [...new Set(codes.flatMap(read))].sort();
  return { links: unique(linksIn), calls: unique(callsIn) };
}
