import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findPage } from '@frens/contract/composed-pages';
import type { Brand, Composition, PageData, RemotePath } from '@frens/contract/composition';
import { matchesPath, shellPaths } from '@frens/contract/site-path';
import type { Context, Middleware } from 'koa';
import { inlineScriptSources, pageHeaders } from './page-headers.ts';
import { escapeHtml, withShare } from './page-share.ts';
import { sendFile } from './send-file.ts';
import { SiteStore, shellPath } from './site-store.ts';

interface Page {
  id: string;
  composition: Composition;
  /** The whole page, and those of them that say something of their own, by path and language. */
  texts: Map<string, PageText>;
  inlineScripts: string[];
}

interface PageText {
  html: string;
  etag: string;
}

/** The key of the page that says what the site says. */
const plain = '';

/** Languages in which a page can speak of itself; the first one for whoever asks for none of them. */
const languages = ['en', 'es'] as const;

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
      texts: new Map([[plain, pageText(filled)]]),
      // Of the file as it was built: nothing that is filled in can bring a script of its own.
      inlineScripts: inlineScriptSources(html),
    };
    return page;
  }

  /** The HTML of one page, which is the same for everybody who reads its language. */
  function textOf({ texts }: Page, found: RemotePath | undefined, ctx: Context): PageText {
    const whole = texts.get(plain);
    if (!whole) throw new Error('A page was kept without its text.');
    if (!found?.share) return whole;
    ctx.vary('Accept-Language');
    const language = languages.find((tag) => tag === ctx.acceptsLanguages(...languages)) ?? languages[0];
    const key = `${found.path} ${language}`;
    const text = texts.get(key) ?? pageText(withShare(whole.html, found.share, language, brand));
    texts.set(key, text);
    return text;
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

    const live = await livePage();
    const { id, composition, inlineScripts } = live;
    const found = findPage(composition, ctx.path);
    const pattern = found?.page.path ?? shellPaths.find((one) => matchesPath(one, ctx.path));
    ctx.state.route = `GET ${pattern ?? '(no page)'}`;
    ctx.state.composition = id;
    ctx.set(pageHeaders({ hasSecrets: (found?.page.secrets.length ?? 0) > 0, inlineScripts }));
    const { html, etag } = textOf(live, found?.page, ctx);
    ctx.set('ETag', etag);
    ctx.type = 'html';
    // The not-found page is sent with its proper status.
    ctx.status = pattern === undefined ? 404 : 200;
    if (ctx.status === 200 && ctx.fresh) ctx.status = 304;
    else ctx.body = html;
  };
}

function pageText(html: string): PageText {
  return { html, etag: `"${createHash('sha256').update(html).digest('hex').slice(0, 24)}"` };
}

/** Completes the shell's HTML with the data of the page. */
export function fillPage(html: string, data: PageData): string {
  // Escaped so that no text in the data can end the script element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return html
    .replaceAll('{{site}}', () => escapeHtml(data.brand.site))
    .replace('<!--page-data-->', () => `<script type="application/json" id="page">${json}</script>`);
}
