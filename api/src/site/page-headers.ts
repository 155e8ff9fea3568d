import { createHash } from 'node:crypto';

/** Everything comes from this origin. Of the code in the page only what was built into it runs, by its hash; the JSON is data and is not run. */
const contentSecurityPolicy = (inlineScripts: readonly string[]) =>
  [
    ["script-src 'self'", ...inlineScripts].join(' '),
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The sources that allow exactly the scripts which stand in an HTML text. */
export function inlineScriptSources(html: string): string[] {
  return Array.from(html.matchAll(/<script>([^]*?)<\/script>/g), ([, code = '']) => {
    // Browsers hash the text after newlines were normalised.
    const hash = createHash('sha256').update(code.replaceAll('\r\n', '\n')).digest('base64');
    return `'sha256-${hash}'`;
  });
}

/**
 * Headers of a page (D53), beside those of every answer.
 *
 * @param page.hasSecrets whether its address may carry a secret parameter: it then sends no referrer
 * @param page.inlineScripts sources of the scripts that stand in it (`inlineScriptSources`)
 */
export function pageHeaders(page: {
  hasSecrets: boolean;
  inlineScripts: readonly string[];
}): Record<string, string> {
  return {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentSecurityPolicy(page.inlineScripts),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'microphone=(self), camera=(), geolocation=()',
    'Referrer-Policy': page.hasSecrets ? 'no-referrer' : 'strict-origin-when-cross-origin',
  };
}
