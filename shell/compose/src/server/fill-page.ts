import { escapeHtml } from '../escape-html.ts';
import type { Composition, PageData, RemoteVersion } from '../model/composition.ts';
import { policyPlace, withIntegrity } from './page-policy.ts';

/** What is put into a page beside its data. */
interface PageHead {
  language: string;
  /** Addresses of the files that it will ask for. */
  files: readonly string[];
  /** Hashes of all files that it may load, by their addresses; empty where its scripts do not ask for any. */
  hashes: ReadonlyMap<string, string>;
  /** Replaces `policyPlace`. */
  policy: string;
  /** Of the modules that it may load (`importMap`). */
  imports: string;
  /** The member's call that it makes once the session is there. */
  firstCall?: string | undefined;
}

/** Where the shell's HTML wants its hints. */
const hintPlace = '<!--hints-->';

const plainHead: PageHead = { language: 'en', files: [], hashes: new Map(), policy: '', imports: '' };

/**
 * Completes the shell's HTML with the data of the page, its language, the policy of its scripts, and hints at the files that it will ask for.
 *
 * @param html as the shell was built
 * @param data what the scripts read
 */
export function fillPage(
  html: string,
  { brand, composition, live, preview, remoteOrigins, hasDevPages }: PageData,
  { language, files, hashes, policy, imports, firstCall } = plainHead,
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
  // For the script in the head, which runs before the data has come and asks who is there. Where pages may be in a scenario, which answers in place
  // of the server, they ask later.
  const first = firstCall === undefined ? '' : ` data-first-call="${escapeHtml(firstCall)}"`;
  const composed = live === undefined || hasDevPages ? '' : ` data-composition="${escapeHtml(live)}"${first}`;
  return withIntegrity(
    withHints(html, files)
      .replaceAll('{{site}}', () => site)
      .replace(policyPlace, () => policy)
      .replace('<html lang="en">', () => `<html lang="${language}"${composed}>`),
    hashes,
  ).replace('<!--page-data-->', () => `${imports}<script type="application/json" id="page">${json}</script>`);
}

/**
 * Names the files of a page where browsers read it first: the policy with all its hashes then comes while these are on their way. What
 * the shell names itself goes before them, because it is the longest and a browser asks for six files at a time.
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
 * What a page reads of its composition, without the files of pages, which the server has hinted at.
 *
 * @param hashes of the files that it may load; none where it is only read to see what is live
 * @param offered names of the platform that the page's own shell has: left out, because a page looks for those that it has not. None where
 * another shell may read it
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

/** The files of a version that are among some, with the hashes that they have there. */
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
      platform: { ...built.platform, names },
      routes: [],
      hasSignedInHook: built.hasSignedInHook,
      links: [],
      calls: [],
    },
    integrity: listed(version, hashes),
  };
}
