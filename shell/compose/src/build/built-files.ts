import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { BuiltFiles, ShellFiles } from '../model/composition.ts';
import type { SiteDefinition } from '../model/site-definition.ts';
import type { BuiltRemote } from './read-built-remote.ts';
import { filesRecord } from './record-files.js';
import { takeRecord } from './take-record.ts';

const Files = z.record(z.string(), z.array(z.string()));
const BundlerFiles = z.object({ chunks: Files, groups: Files });

/** The bundler's record of a build: files by chunk id and by chunk name. */
export type BundlerFiles = z.infer<typeof BundlerFiles>;

/** Name of the chunk of a remote's exposed module, as in rspack.base.js. */
export const exposedGroup = 'exposed';

/** Reads the record of files of a build. */
export async function readFiles(dist: string): Promise<BundlerFiles> {
  return BundlerFiles.parse(JSON.parse(await readFile(join(dist, filesRecord), 'utf8')));
}

/** Takes the record of files out of a build. */
export async function takeFiles(dist: string): Promise<BundlerFiles> {
  return BundlerFiles.parse(await takeRecord(dist, filesRecord));
}

/** The federation container of a remote's build. */
export async function entryOf(dist: string): Promise<string> {
  const entry = (await readdir(dist)).find((file) => /^remoteEntry\..*\.js$/.test(file));
  if (!entry) throw new Error(`${dist} holds no container`);
  return entry;
}

export const isScript = (file: string) => file.endsWith('.js');

/** Files of the shell's pages, frames and texts, found by chunk name. */
export function shellFiles(
  { hostPages, frames, languages }: SiteDefinition,
  { groups }: BundlerFiles,
): ShellFiles {
  const named = (name: string) => {
    const files = groups[name];
    if (!files) throw new Error(`The shell imports nothing under the name "${name}".`);
    return files;
  };
  const [first] = languages;
  const localFiles = (prefix: string) =>
    Object.fromEntries(
      languages.flatMap((language) => {
        const files = groups[`${prefix}-${language}`];
        return files ? [[language, files]] : [];
      }),
    );
  const routes = Object.entries({ ...hostPages, ...frames }).map(([path, name]) => [path, named(name)]);
  return {
    routes: Object.fromEntries(routes),
    texts: { [first]: named(`texts-${first}`), ...localFiles('texts') },
    first: named('main'),
    frame: groups.frame,
    federation: named('federation'),
    remoteTexts: localFiles('remote-texts'),
  };
}

/** Files of a remote's pages and texts, from the chunks that its code requests. */
export function remoteFiles({ routes, texts }: BuiltRemote, { chunks }: BundlerFiles): BuiltFiles {
  const filesOf = (ids: string[]) => ids.flatMap((id) => chunks[id] ?? []);
  return {
    routes: Object.fromEntries(Object.entries(routes).map(([path, ids]) => [path, filesOf(ids)])),
    texts: Object.fromEntries(Object.entries(texts).map(([language, ids]) => [language, filesOf(ids)])),
  };
}
