import { fork } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { StatsCompilation } from '@rspack/core';
import { findVersion, type MadeVersion } from '../built-version.ts';
import { PlatformNames, type RemoteDescriptor, type RemoteVersion } from '../model/composition.ts';
import type { SiteDefinition } from '../model/site-definition.ts';
import type { Project } from '../project.ts';
import { Refusal } from '../refusal.ts';
import { remotePath, type SiteStore, sharedPath, shellName, shellPath } from '../store/site-store.ts';
import { refuseMocks } from './budgets.ts';
import { sourceFingerprint } from './build-version.js';
import { finishAssets } from './built-assets.ts';
import {
  entryOf,
  exposedGroup,
  isScript,
  readFiles,
  remoteFiles,
  shellFiles,
  takeFiles,
} from './built-files.ts';
import { nameMaps, takeMaps } from './extract-source-maps.ts';
import { finalizeBuild, nameByContent } from './finalize-build.ts';
import { readBuiltRemote } from './read-built-remote.ts';
import { descriptorFile, readDescriptor } from './read-descriptor.ts';
import { readScripts } from './read-scripts.ts';
import { recordFile } from './record-platform.js';
import { federationName } from './remote-build.js';
import { takeRecord } from './take-record.ts';

/** A workspace and its current sources; `known` is the published version made from the same sources, if any. */
export interface Build {
  name: string;
  dir: string;
  /** Cache key of the version that these sources produced, to save a compilation. */
  hint: string;
  known: MadeVersion | null;
}

/** Looks up the version that a workspace's sources produced before; unknown without a store. */
export async function findBuild(
  { dir: root }: Project,
  site: SiteDefinition,
  store: SiteStore | null,
  name: string,
): Promise<Build> {
  const dir = path.join(root, name);
  const hint = path.join(root, '.cache/builds', name, sourceFingerprint(dir, root, site.buildInputs));
  const version = await readFile(hint, 'utf8').catch(() => null);
  const known = version === null || store === null ? null : await findVersion(store, name, version);
  return { name, dir, hint, known };
}

/**
 * Compiles builds into the `dist` folders of their workspaces.
 *
 * @param say receives progress messages
 * @throws Refusal if one does not compile
 */
export async function compile(
  site: SiteDefinition,
  builds: Build[],
  say: (line: string) => void,
): Promise<void> {
  if (builds.length === 0) return;
  const names = builds.map(({ name }) => name).join(', ');
  say(`Building ${names} …`);
  const started = performance.now();
  const reports = await runBundler(builds.map(({ dir }) => dir));
  say(`Built ${names} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  for (const [index, { name }] of builds.entries()) await refuseMocks(site, name, reports[index] ?? {});
}

/** Reads the declarations and files of a compiled remote; the bundler's record stays in the build. */
async function readRemote({ languages }: SiteDefinition, dist: string) {
  const built = await readFiles(dist);
  const exposed = built.groups[exposedGroup] ?? [];
  const declared = await readBuiltRemote(dist, exposed.filter(isScript), languages);
  return { declared, files: { ...remoteFiles(declared, built), exposed } };
}

function runBundler(dirs: string[]): Promise<StatsCompilation[]> {
  return new Promise((resolve, reject) => {
    const program = path.join(import.meta.dirname, 'compile.js');
    // Progress goes to stderr: stdout is reserved for a command's answer.
    const child = fork(program, dirs, { execArgv: [], stdio: ['inherit', 2, 2, 'ipc'] });
    // Safe: compile.js sends one report per workspace, in order.
    child.once('message', (reports) => resolve(reports as StatsCompilation[]));
    child.once('error', reject);
    child.once('exit', () => reject(new Refusal('failure', 'It does not compile: see the errors above.')));
  });
}

/** Assigns a compiled build its version and writes its record. */
export function makeVersion(site: SiteDefinition, build: Build): Promise<MadeVersion> {
  return build.name === shellName ? makeShell(site, build) : makeRemote(site, build);
}

async function makeShell(site: SiteDefinition, { name, dir }: Build): Promise<MadeVersion> {
  const dist = path.join(dir, 'dist');
  const maps = await takeMaps(dist);
  const platform = PlatformNames.parse(await takeRecord(dist, recordFile));
  const files = shellFiles(site, await takeFiles(dist));
  const { links, calls } = await readScripts(dist);
  const version = await finalizeBuild(dist, await numberOf(dir), { platform, links });
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

async function makeRemote(site: SiteDefinition, { name, dir }: Build): Promise<MadeVersion> {
  const dist = path.join(dir, 'dist');
  const maps = await takeMaps(dist);
  const platform = PlatformNames.parse(await takeRecord(dist, recordFile));
  const { declared, files } = await readRemote(site, dist);
  await takeFiles(dist);
  const descriptor = await descriptorOf(site, name, dir);
  const { links, calls } = await readScripts(dist);
  const version = await finalizeBuild(dist, await numberOf(dir), { platform, descriptor, links });
  await nameByContent(dist, version);
  const record: RemoteVersion = {
    version,
    mf: federationName(name, version),
    base: `/${sharedPath(name)}`,
    descriptor,
    files: { ...files, entry: await entryOf(dist) },
    built: {
      platform,
      routes: Object.keys(declared.routes),
      hasSignedInHook: declared.hasSignedInHook,
      links,
      calls,
    },
    ...(await finishAssets(dist)),
  };
  return {
    name,
    target: remotePath(name, version),
    dist,
    maps: nameMaps(maps, version),
    isShell: false,
    record,
  };
}

/** Reads a remote's descriptor. @throws Refusal that lists each wrong line */
export async function descriptorOf(
  site: SiteDefinition,
  name: string,
  dir: string,
): Promise<RemoteDescriptor> {
  const { data, problems } = readDescriptor(
    site,
    name,
    await readFile(path.join(dir, descriptorFile), 'utf8'),
  );
  if (data) return data;
  throw new Refusal(
    'misfit',
    `${name}/${descriptorFile} cannot be read:`,
    problems.map(({ where, text }) => `${where}: ${text}`),
  );
}

/** Caches which version the sources produced, after it is published. */
export async function remember({ hint }: Build, version: string): Promise<void> {
  await mkdir(path.dirname(hint), { recursive: true });
  await writeFile(hint, version);
}

async function numberOf(dir: string): Promise<string> {
  return JSON.parse(await readFile(path.join(dir, 'package.json'), 'utf8')).version;
}
