import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findPage } from '@frens/contract/composed-pages';
import type { Brand, Composition, PageData } from '@frens/contract/composition';
import { matchesPath, shellPaths } from '@frens/contract/site-path';
import type { Middleware } from 'koa';
import { inlineScriptSources, pageHeaders } from './page-headers.ts';
import { sendFile } from './send-file.ts';
import { SiteStore, shellPath } from './site-store.ts';

interface Page {
  id: string;
  composition: Composition;
  html: string;
  inlineScripts: string[];
  etag: string;
}

/**
 * Serves the site: published files, which never change, and for every page the shell's HTML with the live composition in it.
 *
 * @param storeDir folder of the store of published builds
 * @param brand the site's names
 */
export function createSite({ storeDir, brand }: { storeDir: string; brand: Brand }): Middleware {
  const store = new SiteStore(storeDir);
  let page: Page | undefined;

  /** The page of what is live. Only the small pointer is read each time; the rest is kept until it moves. */
  async function livePage(): Promise<Page> {
    const id = await store.liveId();
    if (id === null) throw new Error(`Nothing is published in ${storeDir}. Run: npm run build`);
    if (page?.id === id) return page;
    const composition = await store.composition(id);
    const html = await readFile(store.file(shellPath(composition.host.version), 'index.html'), 'utf8');
    const filled = fillPage(html, { brand, composition });
    page = {
      id,
      composition,
      html: filled,
      // Of the file as it was built: nothing that is filled in can bring a script of its own.
      inlineScripts: inlineScriptSources(html),
      etag: `"${createHash('sha256').update(filled).digest('hex').slice(0, 24)}"`,
    };
    return page;
  }

  return async function site(ctx, next) {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();

    const [, folder, file] = /^\/(shell|remotes)\/(.+)$/.exec(ctx.path) ?? [];
    if (folder && file) {
      ctx.state.route = `GET /${folder}/*`;
      // Each folder is a root of its own, so that no path leads to the pointer or to a version half written.
      if (!(await sendFile(ctx, store.file(folder), file))) {
        ctx.status = 404;
        ctx.set('Cache-Control', 'no-cache');
      }
      return;
    }
    if (ctx.path === '/composition.json') {
      const { composition, id } = await livePage();
      ctx.state.route = 'GET /composition.json';
      ctx.state.composition = id;
      ctx.set({ 'Cache-Control': 'no-cache', ETag: `"${id}"` });
      ctx.status = 200;
      if (ctx.fresh) ctx.status = 304;
      else ctx.body = composition;
      return;
    }
    if (!ctx.accepts('html') || /\.\w+$/.test(ctx.path)) return next();

    const { id, composition, html, inlineScripts, etag } = await livePage();
    const found = findPage(composition, ctx.path);
    const pattern = found?.page.path ?? shellPaths.find((one) => matchesPath(one, ctx.path));
    ctx.state.route = `GET ${pattern ?? '(no page)'}`;
    ctx.state.composition = id;
    ctx.set(pageHeaders({ hasSecrets: (found?.page.secrets.length ?? 0) > 0, inlineScripts }));
    ctx.set('ETag', etag);
    ctx.type = 'html';
    // The not-found page is sent with its proper status.
    ctx.status = pattern === undefined ? 404 : 200;
    if (ctx.status === 200 && ctx.fresh) ctx.status = 304;
    else ctx.body = html;
  };
}

/** Completes the shell's HTML with the data of the page. */
export function fillPage(html: string, data: PageData): string {
  // Escaped so that no text in the data can end the script element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const site = data.brand.site.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return html
    .replaceAll('{{site}}', () => site)
    .replace('<!--page-data-->', () => `<script type="application/json" id="page">${json}</script>`);
}
