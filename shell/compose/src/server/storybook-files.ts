import { hash } from 'node:crypto';
import path from 'node:path';
import type Koa from 'koa';
import type { StoreFiles } from '../store/store-files.ts';
import { inlineScriptSources } from './page-policy.ts';
import { plainName } from './published-files.ts';

/** Its path on a site. */
export const storybookPath = '/dev/storybook';
/** Its folder in the store, replaced as a whole. */
const storybookFolder = 'storybook/';

/**
 * Sends a file of the Storybook in the store. The scope of its service worker, which mocks the API, is its own path, so it never answers for a
 * page of the site.
 */
export async function sendStorybook(ctx: Koa.Context, files: Pick<StoreFiles, 'read'>): Promise<void> {
  ctx.state.route = `GET ${storybookPath}/*`;
  ctx.set('Cache-Control', 'no-cache');
  // Its pages use relative addresses.
  if (ctx.path === storybookPath) return ctx.redirect(`${storybookPath}/${ctx.search}`);
  const name = plainName(ctx.path.slice(storybookPath.length + 1) || 'index.html');
  const content = name && (await files.read(storybookFolder + name));
  if (!name || !content) {
    ctx.status = 404;
    ctx.body = 'The store has no such file of a Storybook.\n';
    return;
  }
  ctx.type = path.extname(name);
  ctx.set('ETag', `"${hash('sha256', content).slice(0, 24)}"`);
  ctx.set('X-Robots-Tag', 'noindex');
  ctx.set('Content-Security-Policy', storybookPolicy(name.endsWith('.html') ? content.toString() : ''));
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = content;
}

/** Storybook frames its stories, and both add inline styles at run time. */
function storybookPolicy(html: string): string {
  return [
    ["script-src 'self'", ...inlineScriptSources(html)].join(' '),
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "font-src 'self' data:",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}
