/** A page of an export. */
export interface ExportedPage {
  /** The pattern of its addresses; null for the not-found page. */
  pattern: string | null;
  /** Its path in the export. */
  file: string;
  headers: Readonly<Record<string, string>>;
}

const forEver = 'public, max-age=31536000, immutable';
/** Folders whose files never change. */
const folders = ['shell', 'remotes'];
const parameter = /:\w+/g;

/** Formats the headers as `_headers`, for Netlify, Cloudflare Pages and others. They merge all rules that match an address, so no two rules set the same header. */
export function headersFile(pages: readonly ExportedPage[]): string {
  const rule = (address: string, headers: Readonly<Record<string, string>>) =>
    [address, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return `${[
    ...folders.map((name) =>
      rule(`/${name}/*`, { 'Cache-Control': forEver, 'X-Content-Type-Options': 'nosniff' }),
    ),
    rule('/composition.json', { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' }),
    ...pages.map(({ pattern, headers }) => rule(pattern ?? '/404', headers)),
  ].join('\n\n')}\n`;
}

/** Formats rewrites of pages with parameters as `_redirects` of the same services: the address stays. */
export function rewritesFile(pages: readonly ExportedPage[]): string {
  return pages
    .filter(({ pattern }) => pattern?.includes(':'))
    .map(({ pattern, file }) => `${pattern} /${file} 200\n`)
    .join('');
}

/**
 * Formats both for nginx, to include in a `server` block; requests without a file go to the site's server.
 *
 * @param folder the folder of the export
 */
export function nginxFile(pages: readonly ExportedPage[], folder: string): string {
  const root = `root ${quote(folder)};`;
  const location = (place: string, lines: readonly string[]) =>
    `location ${place} {\n${lines.map((line) => `\t${line}\n`).join('')}}\n`;
  const headerLines = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => `add_header ${name} ${quote(value)};`);
  const exported = pages.flatMap(({ pattern, file, headers }) =>
    pattern === null
      ? []
      : location(placeOf(pattern), [
          root,
          `try_files ${quote(`/${file}`)} =404;`,
          'gzip_static on;',
          ...headerLines(headers),
        ]),
  );
  const fixed = [root, 'gzip_static on;', ...headerLines({ 'Cache-Control': forEver })];
  return [
    ...folders.map((name) => location(`^~ /${name}/`, [...fixed, ...headerLines(nosniff)])),
    ...exported,
  ].join('\n');
}

const nosniff = { 'X-Content-Type-Options': 'nosniff' };

/** Exact addresses win over patterns, as on the site. */
const placeOf = (pattern: string) =>
  pattern.includes(':') ? `~ ^${pattern.replaceAll(parameter, '[^/]+')}$` : `= ${pattern}`;

const quote = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
