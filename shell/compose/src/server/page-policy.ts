import type { Composition } from '../model/composition.ts';
import { integrityOf } from '../store/integrity.ts';

/** The placeholder for the script policy in the shell's HTML, before any script. A build without the guard, for comparison, has none. */
export const policyPlace = '<!--script-policy-->';

/** CSP sources that allow exactly the inline scripts of an HTML text. */
export function inlineScriptSources(html: string): string[] {
  return Array.from(
    html.matchAll(/<script(?: type="(?:importmap|module)")?>([^]*?)<\/script>/g),
    // Browsers normalize newlines before they hash.
    ([, code = '']) => `'${integrityOf(code.replaceAll('\r\n', '\n'))}'`,
  );
}

/**
 * The import map with the integrity of remotes' modules, because `import` has no attribute for it. Empty if all remotes are scripts.
 *
 * @param files integrity hashes of all scripts and styles that the page may load, by address
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
 * The policy that allows the listed scripts only: a script's `integrity` must be listed and match its content, whatever its origin. The
 * policy of the headers restricts origins; a script must satisfy both.
 *
 * In the page and not in a header, because hundreds of hashes exceed what proxies accept.
 *
 * @param inlineScripts CSP sources of the page's inline scripts
 * @param files integrity hashes of all scripts and styles that the page may load, by address
 */
export function scriptPolicy(inlineScripts: readonly string[], files: ReadonlyMap<string, string>): string {
  const hashes = [...files].filter(([address]) => address.endsWith('.js')).map(([, hash]) => `'${hash}'`);
  const sources = [...inlineScripts, ...new Set(hashes)].join(' ');
  return `<meta http-equiv="Content-Security-Policy" content="script-src ${sources || "'none'"}">`;
}

/** The oldest supported browsers (rspack.base.js) that match external scripts by hash. */
const oldestByHash = { Chrome: 120, Firefox: 121 };

/**
 * Whether a browser is known to match external scripts by hash. All others would run no script under that policy, so they get the policy of
 * the headers alone.
 *
 * @param userAgent all browsers based on Chromium also name Chrome
 */
export function runsByHash(userAgent: string): boolean {
  return Object.entries(oldestByHash).some(([name, oldest]) => {
    const [, version] = new RegExp(`${name}/(\\d+)`).exec(userAgent) ?? [];
    return Number(version) >= oldest;
  });
}

/**
 * Adds `integrity` to the scripts and styles of an HTML text.
 *
 * @param files integrity hashes, by address
 */
export function withIntegrity(html: string, files: ReadonlyMap<string, string>): string {
  return html.replaceAll(/<(?:script|link)\b[^>]*? (?:src|href)="([^"]+)"[^>]*/g, (tag, address: string) => {
    const hash = files.get(address);
    return hash ? `${tag} integrity="${hash}" crossorigin` : tag;
  });
}
