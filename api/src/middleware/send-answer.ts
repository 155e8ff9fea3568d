import type { FileAnswer, FileRule, RedirectAnswer, RedirectRule } from '@frens/contract/endpoint';
import type { ApiContext } from '../state.ts';

/** Sends an answer that is not JSON: a file or a redirect, as the contract declares. */
export function sendAnswer(ctx: ApiContext, rule: FileRule | RedirectRule, result: unknown): void {
  // Safe: the type of the handler's answer comes from the same rule.
  if (rule.kind === 'file') sendFile(ctx, rule, result as FileAnswer);
  else ctx.set('Location', (result as RedirectAnswer).location);
}

/**
 * A browser keeps a file for a year when its address names its version; otherwise for a while, or it revalidates it. Caches between would go on
 * sending what its member has hidden since (D16).
 */
function sendFile(
  ctx: ApiContext,
  { types }: FileRule,
  { type, version, isPinned, isPersonal, keptSeconds, read }: FileAnswer,
): void {
  if (!types.includes(type)) throw new Error(`The contract has no file of ${type} here.`);
  const revalidated = `${isPersonal ? 'private, ' : ''}no-cache`;
  const unpinned = keptSeconds ? `private, max-age=${keptSeconds}` : revalidated;
  // Whoever signs in next in this browser asks for themselves.
  if (keptSeconds || isPersonal) ctx.vary('Cookie');
  ctx.set({
    'Cache-Control': isPinned ? 'private, max-age=31536000, immutable' : unpinned,
    // A sandboxed policy: the file does nothing even when it is opened as a page.
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ETag: `"${version}"`,
  });
  ctx.type = type;
  if (ctx.fresh) ctx.status = 304;
  else {
    const content = read();
    ctx.body = typeof content === 'string' ? content : Buffer.from(content);
  }
}
