import { whyRefused } from '../model/composed-files.ts';
import { findPage } from '../model/composed-pages.ts';
import type { BuiltFiles, Composition, RemotePath } from '../model/composition.ts';
import { addressOf, matchesPath, parameterPlaceholder } from '../model/matches-path.ts';
import { frameOf, hostPaths, type SiteDefinition } from '../model/site-definition.ts';
import { notFoundPath } from '../store/rendered-pages.ts';
import { shellName } from '../store/site-store.ts';

/** A page of the site and the addresses of its files. */
export interface FoundPage {
  /** Undefined for the not-found page. */
  pattern: string | undefined;
  /** The path by which it is rendered: its pattern, or that of the not-found page. */
  rendered: string;
  /** The parameter of its address, if it is rendered for all of them. */
  parameter?: string | undefined;
  /** The one spelling of its address at which the rendered page is sent. */
  address: string;
  /** The remote that serves it, or the shell. */
  name: string;
  isForMembers: boolean;
  /** Secret parameters of its address, which must not be repeated anywhere. */
  secrets: string[];
  share: RemotePath['share'];
  firstCall?: RemotePath['firstCall'];
  queries?: RemotePath['queries'];
  search?: RemotePath['search'];
  files: string[];
  /** Of its frame, by their addresses: a rendered page asks for them later. */
  frameFiles: string[];
}

/**
 * Finds the page of a pathname and all files that it needs, which the browser can then request at once: texts, the remote's container, its
 * module, its screen.
 *
 * @param pathname path of an address, without query
 * @param reader.language language of the texts
 * @param reader.remoteOrigins further origins of remotes
 * @param reader.hasDevPages whether the site has pages for developers
 */
export function findPageFiles(
  site: SiteDefinition,
  { host, apps }: Composition,
  pathname: string,
  {
    language,
    remoteOrigins,
    hasDevPages,
  }: { language: string; remoteOrigins: readonly string[]; hasDevPages: boolean },
): FoundPage {
  // The first language is the fallback for missing texts.
  const isComplete = site.completeLanguages.includes(language);
  const inLanguage = (texts: BuiltFiles['texts'] = {}) => {
    const spoken = isComplete && texts[language] ? [language] : [language, site.languages[0]];
    return [...new Set(spoken)].flatMap((one) => texts[one] ?? []);
  };
  const filesOf = (base: string, files: BuiltFiles | undefined, pattern: string) =>
    [...inLanguage(files?.texts), ...(files?.routes[pattern] ?? [])].map((file) => base + file);
  const frameFiles = (host.files?.frame ?? []).map((file) => host.base + file);
  const found = findPage({ apps }, pathname);
  const app = found && apps[found.name];
  if (app) {
    // Pages skip refused versions.
    const { base = '', files } = app.versions.find((one) => whyRefused(one, remoteOrigins) === null) ?? {};
    const withRemote = [...(host.files?.federation ?? []), ...inLanguage(host.files?.remoteTexts)];
    const first = files
      ? [
          ...withRemote.map((file) => host.base + file),
          ...[files.entry, ...(files.imports ?? []), ...files.exposed].map((file) => base + file),
        ]
      : [];
    return {
      ...placeOf(found.page.path, pathname),
      name: found.name,
      isForMembers: found.page.access === 'member',
      secrets: found.page.secrets,
      share: found.page.share,
      firstCall: found.page.firstCall,
      queries: found.page.queries,
      search: found.page.search,
      files: [
        ...filesOf(host.base, host.files, frameOf(site, pathname) ?? ''),
        ...first,
        ...filesOf(base, files, found.page.path),
      ],
      frameFiles,
    };
  }
  const pattern = hostPaths(site, { hasDevPages }).find((one) => matchesPath(one, pathname));
  return {
    ...(pattern === undefined
      ? { pattern, rendered: notFoundPath(site, pathname), address: pathname }
      : placeOf(pattern, pathname)),
    name: shellName,
    isForMembers: false,
    secrets: [],
    share: undefined,
    files: filesOf(host.base, host.files, pattern ?? frameOf(site, pathname) ?? ''),
    frameFiles,
  };
}

/** Where a pathname stands among the rendered pages of its pattern. */
function placeOf(pattern: string, pathname: string) {
  const place = { pattern, rendered: pattern };
  if (addressOf(pattern) === pattern) return { ...place, address: pattern };
  const parameter = pathname.split('/').findLast(Boolean) ?? '';
  // Nothing public has other letters in its address: it is asked for by the placeholder, which does not exist.
  if (!/^[\w-]{1,64}$/.test(parameter))
    return { ...place, parameter: parameterPlaceholder, address: pathname };
  return { ...place, parameter, address: addressOf(pattern, parameter) };
}
