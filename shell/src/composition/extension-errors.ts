/** A stack frame's location, in every engine's format: address, line, column. */
const place = /([a-z][a-z-]*):\/\/[^\s()]*:\d+:\d+/;

/**
 * Whether an error comes from a browser extension: its stack starts in `chrome-extension:` or the like, and in nothing that a
 * site serves.
 */
export function isFromExtension(cause: unknown): boolean {
  const [, scheme] = place.exec((cause instanceof Error && cause.stack) || '') ?? [];
  return scheme !== undefined && !/^https?$/.test(scheme);
}
