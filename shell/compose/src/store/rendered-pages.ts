import { hash } from 'node:crypto';
import { z } from 'zod';
import { current, findPage } from '../model/composed-pages.ts';
import type { Brand, Composition, RemotePath, RemoteVersion } from '../model/composition.ts';
import { frameOf, hostPaths, type SiteDefinition } from '../model/site-definition.ts';
import { readJson } from '../read-json.ts';
import { hasHash } from './integrity.ts';
import { type SiteStore, shellName } from './site-store.ts';

/** File name of the build that renders a version's pages (rspack.base.js). It is not served. */
export const renderFile = 'render.cjs';
/** Its name among the files of a version. */
export const renderFileOf = ({ integrity }: Pick<RemoteVersion, 'integrity'>): string =>
  Object.keys(integrity).find((file) => file.endsWith('.cjs')) ?? renderFile;

/** Name of the file with rendered pages, which makes its folder count. */
export const pagesFile = 'pages.json';

const RenderedPage = z.object({
  html: z.string(),
  title: z.string(),
  description: z.string(),
  /** Addresses of the public calls whose answers it may show. */
  calls: z.array(z.string()).optional(),
  /** Query parameters that rendering has read; others do not change the page. */
  reads: z.array(z.string()).optional(),
});
/** A page rendered in one language, without personal data. */
export type RenderedPage = z.infer<typeof RenderedPage>;

/** Rendered pages by path with query, and by language; empty if browsers render all pages of the version. */
export const RenderedPages = z.object({ pages: z.record(z.string(), z.record(z.string(), RenderedPage)) });
export type RenderedPages = z.infer<typeof RenderedPages>;

/** Placeholders in rendered pages for the site's names, which only the site knows. Mixed case, so that a change of case is detected. */
export const brandGaps: Brand = { site: '{{Site}}', product: '{{Product}}' };

const hasParameter = (path: string) => path.includes(':');
/** Patterns whose one parameter comes last. */
const endsInParameter = (path: string) => /^[^:]+\/:[^/:]+$/.test(path);

/** The path by which the not-found page of an address is rendered, in the same frame. */
export const notFoundPath = (site: Pick<SiteDefinition, 'frames'>, pathname: string): string =>
  `${frameOf(site, pathname) ?? ''}/404`;

/** Paths of pages that are rendered at publishing. Those of the host include its not-found pages. */
export function renderablePaths(
  site: SiteDefinition,
  composition: Composition,
  name: string,
  accesses: readonly RemotePath['access'][] = ['public', 'member'],
): string[] {
  const { apps } = composition;
  const fixed = fixedPaths(site, composition, name, accesses);
  const app = apps[name];
  if (app) return [...fixed, ...pathsOf(app, accesses).filter(endsInParameter)];
  const lost = ['/', ...Object.keys(site.frames).map((prefix) => `${prefix}/`)]
    .map((path) => notFoundPath(site, path))
    .filter((path) => !findPage({ apps }, path));
  return [...fixed, ...lost];
}

/** Paths of pages without parameters. */
export function fixedPaths(
  site: SiteDefinition,
  { apps }: Composition,
  name: string,
  accesses: readonly RemotePath['access'][],
): string[] {
  const app = apps[name];
  const paths = app ? pathsOf(app, accesses) : hostPaths(site, { hasDevPages: false });
  return paths.filter((path) => !hasParameter(path));
}

const pathsOf = (app: Composition['apps'][string], accesses: readonly RemotePath['access'][]) =>
  current(app)
    .descriptor.paths.filter(({ access }) => accesses.includes(access))
    .map(({ path }) => path);

/** The queries that a page is rendered for: none, and those that it declares. */
export function renderedQueries({ apps }: Composition, name: string, path: string): string[] {
  const app = apps[name];
  return ['', ...((app && current(app).descriptor.paths.find((one) => one.path === path)?.queries) ?? [])];
}

/** The key of a rendered page. */
export const renderedAddress = (path: string, query: string): string =>
  query === '' ? path : `${path}?${query}`;

/** The style sheets of a page, the shell's first. */
export function pageStyles(
  site: SiteDefinition,
  { host, apps }: Composition,
  name: string,
  path: string,
): PageSheet[] {
  const app = apps[name];
  const live = app && current(app);
  const of = (version: PageSheet['version'], files: readonly string[] = []) =>
    files.filter((file) => file.endsWith('.css')).map((file) => ({ version, file }));
  return [
    ...of(host, host.files?.first),
    ...of(host, host.files?.routes[frameOf(site, path) ?? (live ? '' : path)]),
    ...(live ? [...of(live, live.files?.exposed), ...of(live, live.files?.routes[path])] : []),
  ];
}

/** A style sheet of a version. */
export interface PageSheet {
  version: Pick<RemoteVersion, 'base' | 'integrity'>;
  file: string;
}

/** Reads a file of a version; null if it is missing or was changed. */
export async function readPublished(
  { files }: Pick<SiteStore, 'files'>,
  { version: { base, integrity }, file }: PageSheet,
): Promise<string | null> {
  if (!base.startsWith('/')) return null;
  const content = await files.read(base.slice(1) + file);
  return content !== null && hasHash(content, integrity[file]) ? content.toString() : null;
}

/** The shell and all remotes. */
export const renderedNames = ({ apps }: Composition): string[] => [shellName, ...Object.keys(apps)];

/**
 * The folder of the rendered pages of a remote or the shell. Its name is a hash of everything that they depend on: the shell, the remote, and what
 * the frame shows of other remotes. A new version of another remote leaves it unchanged.
 */
export function pagesFolder(
  { languages }: Pick<SiteDefinition, 'languages'>,
  { host, apps }: Composition,
  name: string,
): string {
  const app = apps[name];
  const live = app && current(app);
  const made = [
    host.version,
    live?.version,
    live?.base,
    languages,
    Object.values(apps).map((one) => current(one).descriptor),
  ];
  const key = hash('sha256', JSON.stringify(made)).slice(0, 16);
  return `pages/${name}/${key}/`;
}

/** Reads the rendered pages of a remote in a composition, or of the shell; null where they were never rendered. */
export async function readPages(
  { files, site }: Pick<SiteStore, 'files' | 'site'>,
  composition: Composition,
  name: string,
): Promise<RenderedPages | null> {
  const text = await files.read(pagesFolder(site, composition, name) + pagesFile);
  if (text === null) return null;
  const { data } = readJson(text.toString(), RenderedPages);
  // Damaged files count as never rendered.
  return data ?? null;
}
