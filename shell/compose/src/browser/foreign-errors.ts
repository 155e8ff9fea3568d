/** A stack frame's location, in every engine's format: address, line, column. */
const place = /([a-z][a-z-]*):\/\/[^\s()]*:\d+:\d+/;

/** Whether an error is no version's fault: it comes from a browser extension, or from a page that a translator has changed. */
export const isForeign = (cause: unknown): boolean => isFromExtension(cause) || isFromTranslator(cause);

/** React fails to find nodes that a translator has wrapped, in cases that the guard does not handle (docs/decisions/0246). */
function isFromTranslator(cause: unknown): boolean {
  return (
    cause instanceof DOMException && cause.name === 'NotFoundError' && document.querySelector('font') !== null
  );
}

/** Whether the stack starts in `chrome-extension:` or the like, and in nothing that a site serves. */
function isFromExtension(cause: unknown): boolean {
  const [, scheme] = place.exec((cause instanceof Error && cause.stack) || '') ?? [];
  return scheme !== undefined && !/^https?$/.test(scheme);
}
