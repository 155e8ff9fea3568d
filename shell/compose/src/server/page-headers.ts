/** What a page may be made of. Everything comes from this origin, and from those of remotes. */
interface PagePolicy {
  /** Sources of the scripts that stand in it (`inlineScriptSources`): built into it, the JSON is data and is not run. */
  inlineScripts: readonly string[];
  /** Sources of the styles that stand in it. */
  inlineStyles?: readonly string[];
  /** Origins of remotes beside our own (D53). */
  remoteOrigins: readonly string[];
  /** Whether its scripts give all others their integrity: not in a build without a guard, for comparison. */
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
    // A page reads along files that come slowly (shell/compose/src/browser/limit-files.ts).
    `connect-src ${here}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // The one policy is the guard's: no address of a script is set that it does not know, and no text becomes code.
    ...(isGuarded ? ["require-trusted-types-for 'script'", 'trusted-types default'] : []),
  ].join('; ');
}

/**
 * Headers of a page (D53), beside those of every answer. Which scripts may run stands in the page itself (`scriptPolicy`).
 *
 * @param page.hasSecrets whether its address may carry a secret parameter: it then sends no referrer
 */
export function pageHeaders({
  hasSecrets,
  ...policy
}: PagePolicy & { hasSecrets: boolean }): Record<string, string> {
  return {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentSecurityPolicy(policy),
    // For browsers that do not know hashes of scripts, and should the policy in the page be lost: no script without any integrity.
    ...(policy.isGuarded && { 'Integrity-Policy': 'blocked-destinations=(script)' }),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'microphone=(self), camera=(), geolocation=()',
    'Referrer-Policy': hasSecrets ? 'no-referrer' : 'strict-origin-when-cross-origin',
  };
}
