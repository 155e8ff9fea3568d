import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatCommand } from '../format-command.ts';
import { whyRefused } from '../model/composed-files.ts';
import type { Brand, Composition } from '../model/composition.ts';
import { hostPaths, type SiteDefinition } from '../model/site-definition.ts';
import { hasHash } from '../store/integrity.ts';
import { type SiteStore } from '../store/site-store.ts';
import { type ExportedPage, headersFile, nginxFile, rewritesFile } from './export-rules.ts';
import { forPage } from './fill-page.ts';
import { readLivePages } from './live-pages.ts';
import { pageHeaders } from './page-headers.ts';
import { robotsText, sharePicturePath, sitemapOf } from './search-engines.ts';

/** Why an export is refused, in one sentence. */
export class ExportRefused extends Error {
  override name = 'ExportRefused';
}

/** What the host provides. */
export interface ExportOptions {
  brand: Brand;
  origin: string;
  remoteOrigins: readonly string[];
  environment: string;
  /** Headers of all of the host's responses. */
  headers: Readonly<Record<string, string>>;
  sharePicture: () => Promise<Buffer>;
}

/** The content of an export. */
export interface SiteExport {
  composition: string;
  pages: number;
  files: number;
  bytes: number;
}

/** The first folder of every export, even of an interrupted one: its presence allows the next export. */
const firstFolder = 'shell';
/** Files without an address: the build that renders pages, and the page's template. */
const notServed = /^(index\.html|render\..*cjs)(\.(br|gz))?$/;

/**
 * Exports the live site as static files, in its first language: published files, a page for each pattern, and their headers. Older files
 * stay, because open pages may still request them.
 *
 * @param folder an empty one, or a previous export, which is updated: first the files, then the pages that name them
 * @throws if the folder has other content, nothing is published, or a file has changed since it was published
 */
export async function exportSite(
  store: SiteStore,
  { brand, origin, remoteOrigins, environment, headers, sharePicture }: ExportOptions,
  folder: string,
): Promise<SiteExport> {
  const there = await readdir(folder).catch((): string[] => []);
  if (there.length > 0 && !there.includes(firstFolder))
    throw new ExportRefused(`${folder} holds something that is no export of the site: name an empty folder.`);
  const id = await store.liveId(environment);
  if (id === null)
    throw new ExportRefused(
      `Nothing is published for ${environment}. Run: ${formatCommand('publish --promote', { store })}`,
    );
  const live = await readLivePages(store, id, { brand, origin, remoteOrigins, hasDevPages: false });
  await mkdir(path.join(folder, firstFolder), { recursive: true });
  const { files, bytes } = await writeFiles(store, live.composition, remoteOrigins, folder);

  const [language] = store.site.languages;
  const { inlineScripts, isGuarded } = live;
  const headersOf = (hasSecrets: boolean) => ({
    ...headers,
    ...pageHeaders({ hasSecrets, inlineScripts, remoteOrigins, isGuarded }),
  });
  const pages: ExportedPage[] = [];
  for (const pattern of [...patternsOf(store.site, live.composition), null]) {
    const page = live.find(pattern ?? '/404', language);
    const file = fileOf(pattern);
    const { smallest } = await live.html(page, { language, byHash: false });
    for (const [suffix, encoding] of Object.entries({ '.br': 'br', '.gz': 'gzip', '': 'identity' } as const))
      await replace(path.join(folder, file + suffix), await smallest(encoding));
    pages.push({ pattern, file, headers: headersOf(page.secrets.length > 0) });
  }
  await replace(path.join(folder, '_headers'), headersFile(pages));
  await replace(path.join(folder, '_redirects'), rewritesFile(pages));
  await replace(path.join(folder, 'nginx.conf'), nginxFile(pages, folder));
  await replace(path.join(folder, 'robots.txt'), robotsText(origin));
  await replace(path.join(folder, 'sitemap.xml'), sitemapOf(store.site, live.composition, origin));
  await replace(path.join(folder, sharePicturePath), await sharePicture());
  await replace(path.join(folder, 'composition.json'), JSON.stringify(forPage(live.composition)));
  return { composition: id, pages: pages.length, files, bytes };
}

/** The patterns of all pages, of the shell and of the live remotes. */
function patternsOf(site: SiteDefinition, { apps }: Composition): string[] {
  const ofRemotes = Object.values(apps).flatMap(({ versions: [live] }) =>
    live.descriptor.paths.map((page) => page.path),
  );
  return [...new Set([...hostPaths(site, { hasDevPages: false }), ...ofRemotes])].sort();
}

/** The file name by which static servers find a page; 404.html for the not-found page. */
function fileOf(pattern: string | null): string {
  if (pattern === null) return '404.html';
  return pattern === '/' ? 'index.html' : `${pattern.slice(1).replaceAll(':', '_')}.html`;
}

/** Writes the files of all versions that pages load from this origin, with their compressed copies. */
async function writeFiles(
  store: SiteStore,
  { host, apps }: Composition,
  remoteOrigins: readonly string[],
  folder: string,
): Promise<{ files: number; bytes: number }> {
  const versions = Object.values(apps)
    .flatMap((app) => app.versions)
    .filter((version) => version.base.startsWith('/') && whyRefused(version, remoteOrigins) === null);
  let bytes = 0;
  const files = new Set<string>();
  for (const { base, integrity } of [host, ...versions]) {
    const target = base.slice(1);
    for (const file of await store.files.filesIn(target)) {
      const isListed = Object.hasOwn(integrity, file.replace(/\.(br|gz)$/, ''));
      if (notServed.test(file) || !isListed || files.has(target + file)) continue;
      const content = await store.files.read(target + file);
      const hash = integrity[file];
      if (content === null || (hash !== undefined && !hasHash(content, hash)))
        throw new Error(
          `${target}${file} was changed since it was published. Run: ${formatCommand('verify', { store })}`,
        );
      await replace(path.join(folder, target, file), content);
      files.add(target + file);
      bytes += content.length;
    }
    const missing = Object.keys(integrity).find((file) => !notServed.test(file) && !files.has(target + file));
    if (missing !== undefined)
      throw new Error(`${target}${missing} is missing. Run: ${formatCommand('verify', { store })}`);
  }
  return { files: files.size, bytes };
}

/** Writes a file atomically: a server of the folder sees the old file or the new one. */
async function replace(file: string, content: string | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.partial`, content);
  await rename(`${file}.partial`, file);
}
