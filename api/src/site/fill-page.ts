import type { Composition, PageData, RemoteVersion } from '@frens/contract/composition';
import { escapeHtml } from '../escape-html.ts';
import type { PageLanguage } from './page-files.ts';

/**
 * Completes the shell's HTML with the data of the page, its language, and hints at the files that it will ask for.
 *
 * @param html as the shell was built
 * @param data what the scripts read
 * @param page language, and addresses of files
 */
export function fillPage(
  html: string,
  { brand, composition, live, preview }: PageData,
  { language, files }: { language: PageLanguage; files: readonly string[] } = { language: 'en', files: [] },
): string {
  // Escaped so that no text in the data can end the script element.
  const json = JSON.stringify({ brand, composition: forPage(composition), live, preview }).replaceAll(
    '<',
    '\\u003c',
  );
  const site = escapeHtml(brand.site);
  const hints = files.map(
    (file) =>
      `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="${escapeHtml(file)}">`,
  );
  return html
    .replaceAll('{{site}}', () => site)
    .replace('<html lang="en">', () => `<html lang="${language}">`)
    .replace('<!--page-data-->', () => `<script type="application/json" id="page">${json}</script>`)
    .replace('</head>', () => `${hints.join('')}</head>`);
}

/** What a page reads of its composition: hashes, and the files of pages, which the server has hinted at, would be half of its bytes. */
export function forPage({ host, apps }: Composition): Composition {
  return {
    host: { version: host.version, base: host.base, integrity: {} },
    apps: Object.fromEntries(
      Object.entries(apps).map(
        ([
          name,
          {
            versions: [live, ...others],
          },
        ]) => [name, { versions: [versionForPage(live), ...others.map(versionForPage)] }],
      ),
    ),
  };
}

function versionForPage({ files, built, sizes: _sizes, ...version }: RemoteVersion): RemoteVersion {
  return {
    ...version,
    files: files && {
      entry: files.entry,
      exposed: files.exposed,
      routes: {},
      texts: { en: [], es: [] },
    },
    built: built && { platform: built.platform, routes: [], hasSignedInHook: built.hasSignedInHook },
    integrity: {},
  };
}
