/** Everything comes from this origin and no code stands inline; the JSON in the page is data and is not run. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
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

/**
 * Headers of a page (D53), beside those of every answer.
 *
 * @param page.hasSecrets whether its address may carry a secret parameter: it then sends no referrer
 */
export function pageHeaders(page: { hasSecrets: boolean }): Record<string, string> {
  return {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentSecurityPolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'microphone=(self), camera=(), geolocation=()',
    'Referrer-Policy': page.hasSecrets ? 'no-referrer' : 'strict-origin-when-cross-origin',
  };
}
