/** The sources that a page may use. All files come from this origin and those of remotes. */
interface PagePolicy {
  /** CSP sources of its inline scripts (`inlineScriptSources`). */
  inlineScripts: readonly string[];
  /** CSP sources of its inline styles. */
  inlineStyles?: readonly string[];
  /** Further origins of remotes (D53). */
  remoteOrigins: readonly string[];
  /** Whether the guard sets the integrity of all scripts; false for a build without it, for comparison. */
  isGuarded: boolean;
}

function contentSecurityPolicy({
  inlineScripts,
  inlineStyles = [],
  remoteOrigins,
  isGuarded,
}: PagePolicy): string {
  const here = ["'self'", ...remoteOrigins].join(' ');
  return [
    ['script-src', here, ...inlineScripts].join(' '),
    "default-src 'none'",
    ['style-src', here, ...inlineStyles].join(' '),
    `img-src ${here} data: blob:`,
    "media-src 'self' blob:",
    `font-src ${here}`,
    // Pages observe slow files with `fetch` (browser/limit-files.ts).
    `connect-src ${here}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Trusted Types: only the guard's policy may set script addresses, and no text becomes code.
    ...(isGuarded ? ["require-trusted-types-for 'script'", 'trusted-types default'] : []),
  ].join('; ');
}

/**
 * Headers of a page (D53), besides those of every response. The page itself lists which scripts may run (`scriptPolicy`).
 *
 * @param page.hasSecrets whether its address may have a secret parameter: its referrer is then only the origin, which forms need
 */
export function pageHeaders({
  hasSecrets,
  ...policy
}: PagePolicy & { hasSecrets: boolean }): Record<string, string> {
  return {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentSecurityPolicy(policy),
    // For browsers without support for hashes of external scripts, and as defence in depth: no script without integrity.
    ...(policy.isGuarded && { 'Integrity-Policy': 'blocked-destinations=(script)' }),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'microphone=(self), camera=(), geolocation=()',
    'Referrer-Policy': hasSecrets ? 'strict-origin' : 'strict-origin-when-cross-origin',
  };
}
