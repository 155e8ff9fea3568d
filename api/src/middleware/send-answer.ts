import type { FileAnswer, FileRule, RedirectAnswer, RedirectRule } from '@frens/contract/endpoint';
import type { ApiContext } from '../state.ts';

/** Sends a response that is not JSON: a file or a redirect, as the contract declares. */
export function sendAnswer(ctx: ApiContext, rule: FileRule | RedirectRule, result: unknown): void {
  // Safe: the handler's return type comes from the same rule.
  if (rule.kind === 'file') sendFile(ctx, rule, result as FileAnswer);
  else ctx.set('Location', (result as RedirectAnswer).location);
}

/**
 * Browsers cache a versioned file for a year; others with revalidation. Shared caches keep only what is about nobody: they would keep serving a
 * file that its member has hidden (D16).
 */
function sendFile(
  ctx: ApiContext,
  { types }: FileRule,
  { type, version, isPinned, isPublic, isPersonal, read }: FileAnswer,
): void {
  if (!types.includes(type)) throw new Error(`The contract has no file of ${type} here.`);
  // Another member who signs in with this browser must not get the cached file.
  if (isPersonal) ctx.vary('Cookie');
  ctx.set({
    'Cache-Control': isPinned
      ? `${isPublic ? 'public' : 'private'}, max-age=31536000, immutable`
      : `${isPersonal ? 'private, ' : ''}no-cache`,
    // A sandboxed policy: the file cannot run scripts even when opened as a page.
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    // Weak, because a compressed file has other bytes.
    ETag: `W/"${version}"`,
  });
  if (type === 'image/svg+xml') ctx.vary('Accept-Encoding');
  ctx.type = type;
  if (ctx.fresh) ctx.status = 304;
  else {
    const content = read();
    ctx.body = typeof content === 'string' ? content : Buffer.from(content);
  }
}
