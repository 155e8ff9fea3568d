import { createHash } from 'node:crypto';
import type { Composition } from '../model/composition.ts';

/** Where a shell's HTML wants the policy of its scripts: before any of them. One that is built without a guard, for comparison, has none. */
export const policyPlace = '<!--script-policy-->';

/** The sources that allow exactly the scripts which stand in an HTML text. */
export function inlineScriptSources(html: string): string[] {
  return Array.from(
    html.matchAll(/<script(?: type="(?:importmap|module)")?>([^]*?)<\/script>/g),
    ([, code = '']) => {
      // Browsers hash the text after newlines were normalised.
      const hash = createHash('sha256').update(code.replaceAll('\r\n', '\n')).digest('base64');
      return `'sha256-${hash}'`;
    },
  );
}

/**
 * The import map that gives the modules of remotes their integrity: an `import` has no attribute for it. Empty where all remotes are scripts.
 *
 * @param files hashes of all scripts and styles that the page may load, by their addresses
 */
export function importMap({ apps }: Composition, files: ReadonlyMap<string, string>): string {
  const bases = Object.values(apps)
    .flatMap(({ versions }) => versions)
    .flatMap((version) => (version.files?.isModule ? [version.base] : []));
  const modules = [...files].filter(
    ([address]) => address.endsWith('.js') && bases.some((base) => address.startsWith(base)),
  );
  if (modules.length === 0) return '';
  // Escaped so that no name can end the script element.
  const json = JSON.stringify({ integrity: Object.fromEntries(modules) }).replaceAll('<', '\\u003c');
  return `<script type="importmap">${json}</script>`;
}

/**
 * The policy by which nothing runs but the listed scripts: a script needs an `integrity` that stands here, and a content that fits it, wherever
 * it comes from. It names no host, so it stands beside that of the headers, which names nothing else: both must agree.
 *
 * In the page and not in a header, because hundreds of hashes are more than proxies let pass.
 *
 * @param inlineScripts sources of the scripts that stand in the page
 * @param files hashes of all scripts and styles that the page may load, by their addresses
 */
export function scriptPolicy(inlineScripts: readonly string[], files: ReadonlyMap<string, string>): string {
  const hashes = [...files].filter(([address]) => address.endsWith('.js')).map(([, hash]) => `'${hash}'`);
  const sources = [...inlineScripts, ...new Set(hashes)].join(' ');
  return `<meta http-equiv="Content-Security-Policy" content="script-src ${sources || "'none'"}">`;
}

/** The oldest versions that run a script of another file by its hash and that the site is built for (rspack.base.js). */
const oldestByHash = { Chrome: 120, Firefox: 121 };

/**
 * Whether a browser knows hashes of scripts in files. One that does not would run nothing at all: it gets the policy of the headers alone,
 * as do those that are not known to.
 *
 * @param userAgent as browsers call themselves; all that are made of Chromium also name Chrome
 */
export function runsByHash(userAgent: string): boolean {
  return Object.entries(oldestByHash).some(([name, oldest]) => {
    const [, version] = new RegExp(`${name}/(\\d+)`).exec(userAgent) ?? [];
    return Number(version) >= oldest;
  });
}

/**
 * Gives the scripts and styles that stand in an HTML text their integrity.
 *
 * @param files hashes by addresses
 */
export function withIntegrity(html: string, files: ReadonlyMap<string, string>): string {
  return html.replaceAll(/<(?:script|link)\b[^>]*? (?:src|href)="([^"]+)"[^>]*/g, (tag, address: string) => {
    const hash = files.get(address);
    return hash ? `${tag} integrity="${hash}" crossorigin` : tag;
  });
}
