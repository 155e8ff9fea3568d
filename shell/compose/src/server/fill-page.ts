import { escapeHtml } from '../escape-html.ts';
import type { Composition, PageData, RemoteVersion } from '../model/composition.ts';
import { renderedMark } from '../model/rendered-mark.ts';
import { policyPlace, withIntegrity } from './page-policy.ts';

/** What is inserted into a page besides its data. */
interface PageHead {
  /** Replaces that of the HTML: the language of the host's texts. */
  language?: string;
  /** The language of the page, which a remote may speak where the host does not. */
  chosen?: string;
  /** Addresses of the files that it will request. */
  files: readonly string[];
  /** Integrity hashes of all files that it may load, by address; empty for a build without the guard. */
  hashes: ReadonlyMap<string, string>;
  /** Replaces `policyPlace`. */
  policy: string;
  /** The import map (`importMap`), or empty. */
  imports: string;
  /** The member's call to make as soon as the session is known. */
  firstCall?: string | undefined;
  /** Whether the reader has a session cookie: what is rendered guesses by it who is there. */
  hasSession?: boolean;
  /** Whether a rendered page will be inserted (`withRendered`). */
  isRendered?: boolean;
}

/** The placeholder for preload hints in the shell's HTML. */
const hintPlace = '<!--hints-->';

const plainHead: PageHead = { files: [], hashes: new Map(), policy: '', imports: '' };

/**
 * Fills the shell's HTML template with the page's data, language, script policy and preload hints.
 *
 * @param html as the shell was built
 * @param data read by the scripts
 */
export function fillPage(
  html: string,
  { brand, composition, live, preview, remoteOrigins, hasDevPages }: PageData,
  {
    language,
    chosen = language,
    files,
    hashes,
    policy,
    imports,
    firstCall,
    hasSession,
    isRendered,
  } = plainHead,
): string {
  const data = {
    brand,
    composition: forPage(composition, hashes, composition.host.platform?.names),
    live,
    preview,
    remoteOrigins,
    hasDevPages,
  };
  // Escaped so that no text in the data can end the script element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const site = escapeHtml(brand.site);
  // For the inline script in the head, which requests the session before the data has arrived. Pages for developers request it later: a
  // scenario of the mocks may answer instead.
  const first = firstCall === undefined ? '' : ` data-first-call="${escapeHtml(firstCall)}"`;
  const composed = live === undefined || hasDevPages ? '' : ` data-composition="${escapeHtml(live)}"${first}`;
  const guess = hasSession ? ' data-session' : '';
  // The files of remotes are hinted at below the content: few are fetched at once (HTTP/1.1), and the calls of the inline script come first.
  const isOwn = (file: string) => file.startsWith(composition.host.base);
  const mark = isRendered ? ` ${renderedMark}` : '';
  const ofParts = chosen === language ? '' : ` data-language="${chosen}"`;
  return withIntegrity(
    withHints(html, files.filter(isOwn))
      .replaceAll('{{site}}', () => site)
      .replace(needsScripts, (notice) => inLanguage(notice, language))
      .replace(policyPlace, () => policy)
      .replace(
        /<html lang="([^"]*)">/,
        (_tag, own: string) => `<html lang="${language ?? own}"${ofParts}${composed}${guess}${mark}>`,
      ),
    hashes,
  ).replace(
    '<!--page-data-->',
    () =>
      `${withIntegrity(hintsAt(files.filter((file) => !isOwn(file))), hashes)}${imports}<script type="application/json" id="page">${json}</script>`,
  );
}

/** The template's notice that the page needs scripts. */
export const needsScripts = /<noscript id="needs-scripts">([^]*?)<\/noscript>/;

/** Keeps of a notice what is in a language; all of it if that is unknown. */
const inLanguage = (notice: string, language: string | undefined) =>
  notice.replaceAll(/<section [^>]*lang="([^"]*)"[^]*?<\/section>/g, (section, own) =>
    language === undefined || own === language ? section : '',
  );

/**
 * Adds preload hints at the top of the page, before the long policy: downloads start while it arrives. The shell's own files come
 * first, because they are the largest and browsers request six files at a time.
 */
function withHints(html: string, files: readonly string[]): string {
  const own = Array.from(
    html.matchAll(/<(?:script|link)\b[^>]*? (?:src|href)="([^"]+\.(?:js|css))"/g),
    ([, file = '']) => file,
  );
  return html.replace(hintPlace, () => hintsAt([...own, ...files]));
}

const hintsAt = (files: readonly string[]) =>
  files
    .map((file) => {
      const kind = file.endsWith('.css') ? 'style' : 'script';
      return `<link rel="preload" as="${kind}" href="${escapeHtml(file)}">`;
    })
    .join('');

/**
 * Reduces a composition to what a page reads. Files of pages are left out: the server has hinted at them.
 *
 * @param hashes of the files that the page may load; empty for `/composition.json`
 * @param offered names that the page's shell provides: left out, because the page checks for missing ones only. Empty if another shell
 * may read the result
 */
export function forPage(
  { host, apps }: Composition,
  hashes: ReadonlyMap<string, string> = new Map(),
  offered: readonly string[] = [],
): Composition {
  const inPage = (version: RemoteVersion) => versionForPage(version, hashes, offered);
  return {
    host: { version: host.version, base: host.base, integrity: listed(host, hashes) },
    apps: Object.fromEntries(
      Object.entries(apps).map(
        ([
          name,
          {
            versions: [live, ...others],
          },
        ]) => [name, { versions: [inPage(live), ...others.map(inPage)] }],
      ),
    ),
  };
}

/** The hashes of a version's files that the page may load. */
const listed = (
  { base, integrity }: Pick<RemoteVersion, 'base' | 'integrity'>,
  hashes: ReadonlyMap<string, string>,
) =>
  Object.fromEntries(
    Object.keys(integrity).flatMap((file) => {
      const hash = hashes.get(base + file);
      return hash === undefined ? [] : [[file, hash]];
    }),
  );

function versionForPage(
  { files, built, sizes: _sizes, ...version }: RemoteVersion,
  hashes: ReadonlyMap<string, string>,
  offered: readonly string[],
): RemoteVersion {
  const names = built?.platform.names.filter((name) => !offered.includes(name)) ?? [];
  return {
    ...version,
    files: files && {
      entry: files.entry,
      exposed: files.exposed,
      imports: files.imports,
      isModule: files.isModule,
      routes: {},
      texts: {},
    },
    built: built && {
      platform: { ...built.platform, names, properties: undefined },
      routes: [],
      hasSignedInHook: built.hasSignedInHook,
      links: [],
      calls: [],
    },
    integrity: listed(version, hashes),
  };
}
