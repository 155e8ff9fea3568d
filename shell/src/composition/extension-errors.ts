/** A place in a stack, as every engine has it: an address, a line and a column. */
const place = /([a-z][a-z-]*):\/\/[^\s()]*:\d+:\d+/;

/** Whether what was thrown comes from an extension of the browser: its stack begins in `chrome-extension:` or its like, and in nothing that a site serves. */
export function isFromExtension(cause: unknown): boolean {
  const [, scheme] = place.exec((cause instanceof Error && cause.stack) || '') ?? [];
  return scheme !== undefined && !/^https?$/.test(scheme);
}
