import type { FileAnswer, FileRule, RedirectAnswer, RedirectRule } from '@frens/contract/endpoint';
import type { ApiContext } from '../state.ts';

/** Sends an answer that is no JSON, as the contract describes it. */
export function sendAnswer(ctx: ApiContext, rule: FileRule | RedirectRule, result: unknown): void {
  // True because the type of a handler's answer is made from the same rule.
  if (rule.kind === 'file') sendFile(ctx, rule, result as FileAnswer);
  else ctx.set('Location', (result as RedirectAnswer).location);
}

/** A file is kept for a year where its address names its version, and asked for again otherwise. */
function sendFile(ctx: ApiContext, { types }: FileRule, { type, version, isPinned, read }: FileAnswer): void {
  if (!types.includes(type)) throw new Error(`The contract has no file of ${type} here.`);
  ctx.set({
    'Cache-Control': isPinned ? 'public, max-age=31536000, immutable' : 'no-cache',
    // Also where somebody opens it as a page, it does nothing.
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
