import path from 'node:path';
import type Koa from 'koa';
import type { Middleware } from 'koa';
import { type ComposedPage, findPage } from '../model/composed-pages.ts';
import type { Brand } from '../model/composition.ts';
import type { PageWithData, PublicAnswers } from '../render/render-pages.ts';
import { defaultEnvironment, type Shown } from '../store/history-entry.ts';
import { type SiteStore } from '../store/site-store.ts';
import { forPage } from './fill-page.ts';
import type { LivePages } from './live-pages.ts';
import { isNoscript } from './noscript.ts';
import { createPageCaches } from './page-cache.ts';
import { pageHeaders } from './page-headers.ts';
import { createQueryPages, sendPage } from './page-html.ts';
import { withChoices } from './page-parameters.ts';
import { runsByHash } from './page-policy.ts';
import type { SharedPage } from './page-share.ts';
import { createLatest, stillHold } from './public-data.ts';
import { createPublishedFiles } from './published-files.ts';
import { createPublishedVersions } from './published-versions.ts';
import { receiptPath, sendReceipt } from './receipt-files.ts';
import { createAheadRenderer, type RenderAhead } from './render-ahead.ts';
import { isNotFound } from './render-with-data.ts';
import { languageParameter, robotsText, sharePicturePath, sitemapOf } from './search-engines.ts';
import { createShownPages, type NothingPublished, previewIn } from './shown-pages.ts';
import { sendStorybook, storybookPath } from './storybook-files.ts';
import { lastShown } from './version-retention.ts';

/** What the host provides. */
export interface SiteOptions {
  store: SiteStore;
  environment?: string;
  /** The site's names. */
  brand: Brand;
  /** The site's origin, for absolute addresses. */
  origin: string;
  /** Further origins of remotes. */
  remoteOrigins?: readonly string[];
  /** Whether the site has pages for developers, which list every published version. */
  hasDevPages?: boolean;
  /** Finds the single item that a page is about, for link previews; `missing` if there is none for its reader, null for other pages. */
  sharedPage?: (ctx: Koa.Context) => Promise<SharedPage | 'missing' | null>;
  /** Draws the preview image of shared links, a PNG of `pictureSize`. */
  sharePicture?: () => Promise<Buffer>;
  /** Whether the requester may be a member: members' pages are then sent pre-rendered, without personal data. */
  hasSession?: (ctx: Koa.Context) => boolean;
  /**
   * Returns the address of the sign-in page for a visitor of a members' page. Without it the page is served, and its script redirects.
   *
   * @param page the path of that page, with its query
   * @param find finds the pages of what is live
   */
  signInFor?: (page: string, find: (pathname: string) => ComposedPage | null) => string;
  /** Makes API calls anonymously; null for readers with a session, and on a timeout. */
  readPublic?: (
    ctx: Koa.Context,
    calls: readonly string[],
    language: string,
  ) => Promise<PublicAnswers | null> | null;
  /** Waits for a page's rendering without holding up other requests. */
  aside?: LivePages['aside'];
  /** Receives why a page cannot be rendered with its data. */
  onUnrendered?: (error: unknown) => void;
  /** Reads what visitors see. */
  shown?: () => Promise<Shown | null>;
  /** Converts the error where nothing is published to the host's own. */
  refuse?: (error: NothingPublished) => Error;
}

/** The middleware of a site. */
export interface Site extends Middleware {
  renderAhead: RenderAhead;
}

/** Creates the middleware that serves the site: published files, and every page as the shell's HTML with the live composition in it. */
export function createSite({
  store,
  environment = defaultEnvironment,
  brand,
  origin,
  remoteOrigins = [],
  hasDevPages = false,
  sharedPage = async () => null,
  sharePicture,
  hasSession = () => false,
  signInFor,
  readPublic = () => null,
  aside,
  onUnrendered = () => {},
  refuse = (error) => error,
  shown: readShown = lastShown(store, environment),
}: SiteOptions): Site {
  const createRendering = () => createLatest<PublicAnswers, PageWithData>(onUnrendered, stillHold);
  const latest = { page: createRendering(), item: createRendering(), search: createRendering() };
  const caches = createPageCaches();
  const withQuery = createQueryPages(caches.few);
  const { shownPages, pagesFor, pagesOf } = createShownPages({
    store,
    environment,
    readShown,
    refuse,
    site: { brand, origin, remoteOrigins, hasDevPages, latest, aside, caches },
  });
  const publishedVersions = createPublishedVersions(store);
  const publishedFiles = createPublishedFiles(store.files);

  /** Redirects a visitor from a members' page to the sign-in, before the page's files are worked out. @returns whether it did */
  function redirectToSignIn(ctx: Koa.Context, { id, composition }: LivePages): boolean {
    // Where a scenario may answer instead of the API, only the page's script knows who is signed in.
    if (!signInFor || hasDevPages || hasSession(ctx)) return false;
    const find = (pathname: string) => findPage(composition, pathname);
    const page = find(ctx.path)?.page;
    if (page?.access !== 'member') return false;
    const address = signInFor(ctx.path + ctx.search, find);
    // A sign-in for members only would lead to itself for ever.
    if (address.split('?')[0] === ctx.path) return false;
    ctx.state.route = `GET ${page.path}`;
    ctx.state.composition = id;
    ctx.vary(varyingHeaders);
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.status = 303;
    ctx.redirect(withChoices(address, ctx));
    return true;
  }

  return Object.assign(site, {
    renderAhead: createAheadRenderer({ site: store.site, readShown, pagesOf, onUnrendered }),
  });

  async function site(ctx: Koa.Context, next: Koa.Next): Promise<void> {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();

    const [, folder, file] = /^\/(shell|remotes)\/(.+)$/.exec(ctx.path) ?? [];
    if (folder && file) {
      ctx.state.route = `GET /${folder}/*`;
      if (!(await publishedFiles.send(ctx, `${folder}/${file}`))) {
        ctx.status = 404;
        ctx.set('Cache-Control', 'no-cache');
      }
      return;
    }
    if (ctx.path === '/composition.json') {
      const { composition, id } = await pagesFor(ctx);
      ctx.state.route = 'GET /composition.json';
      ctx.state.composition = id;
      ctx.set('Cache-Control', 'no-cache');
      if (!previewIn(ctx)) ctx.set('ETag', `"${id}"`);
      ctx.status = 200;
      if (ctx.fresh) ctx.status = 304;
      else ctx.body = forPage(composition);
      return;
    }
    if (siteFiles.includes(ctx.path)) return sendSiteFile(ctx, next);
    if (hasDevPages && ctx.path === '/dev/versions.json') {
      ctx.state.route = 'GET /dev/versions.json';
      ctx.set('Cache-Control', 'no-store');
      ctx.body = await publishedVersions();
      return;
    }
    if (hasDevPages && `${ctx.path}/`.startsWith(`${storybookPath}/`)) return sendStorybook(ctx, store.files);
    const [, name, version] = (hasDevPages && receiptPath.exec(ctx.path)) || [];
    if (name && version) return sendReceipt(ctx, next, store.files, { name, version });
    return ctx.accepts('html') ? servePage(ctx, next) : next();
  }

  /** Sends `robots.txt`, the sitemap or the picture for link previews. */
  async function sendSiteFile(ctx: Koa.Context, next: Koa.Next): Promise<void> {
    if (ctx.path === sharePicturePath && !sharePicture) return next();
    ctx.state.route = `GET ${ctx.path}`;
    ctx.set('Cache-Control', 'public, max-age=3600');
    ctx.type = path.extname(ctx.path);
    if (ctx.path === '/robots.txt') ctx.body = robotsText(origin);
    else if (ctx.path === '/sitemap.xml')
      ctx.body = sitemapOf(store.site, (await shownPages(ctx)).composition, origin);
    else {
      // Other sites show it beside links.
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
      ctx.body = await sharePicture?.();
    }
  }

  /** Sends a page, as rendered where its address and its reader allow it. */
  async function servePage(ctx: Koa.Context, next: Koa.Next): Promise<void> {
    const frame = ctx.path.replace(/\/$/, '');
    if (Object.hasOwn(store.site.frames, frame)) {
      // It has no home of its own.
      ctx.state.route = `GET ${frame}`;
      ctx.status = 308;
      return ctx.redirect(`/${ctx.search}`);
    }
    const live = await pagesFor(ctx);
    if (redirectToSignIn(ctx, live)) return;
    const { id, find, calls, queryFor, searchFor, html, inlineScripts, isGuarded } = live;
    const language = negotiateLanguage(ctx, store.site.languages);
    const page = find(ctx.path, language);
    // A missing file, unless a page matches: a member's name may end like a file's.
    if (page.pattern === undefined && /\.\w+$/.test(ctx.path)) return next();
    const isMember = hasSession(ctx);
    ctx.state.route = `GET ${page.pattern ?? '(no page)'}`;
    ctx.state.composition = id;
    ctx.vary(varyingHeaders);
    const isAtAddress = ctx.path === page.address;
    const isWithoutScripts = isAtAddress && isNoscript(ctx);
    // It has no other way to keep the language that its reader chooses.
    if (isWithoutScripts && new URLSearchParams(ctx.querystring).get(languageParameter) === language)
      ctx.cookies.set('language', language, { httpOnly: false, sameSite: 'lax', maxAge: languageKept });
    const fitting = isAtAddress ? await queryFor(page, language, ctx.querystring) : null;
    const isSearch = isAtAddress && fitting === null && !isWithoutScripts;
    const search = isSearch ? await searchFor(page, language, ctx.querystring) : null;
    const query = search === '' ? '' : fitting;
    const isAsRendered = query !== null;
    const isPlain = (isAsRendered || isWithoutScripts) && (!page.isForMembers || isMember);
    const hasPublicData = ((isPlain && !query) || search) && !page.isForMembers && !previewIn(ctx);
    const asked = hasPublicData ? await calls(page, { language, isWithoutScripts, search }) : [];
    const answers = asked.length > 0 ? await readPublic(ctx, asked, language) : null;
    const about = isNotFound(page, answers) ? 'missing' : await sharedPage(ctx);
    const made = await html(
      page,
      {
        language,
        byHash: runsByHash(ctx.get('user-agent')),
        isPlain,
        query: query ?? '',
        search,
        isWithoutScripts,
        hasSession: isMember,
        answers,
      },
      about === 'missing' ? null : about,
    );
    const { etag, inlineStyles, body } = await withQuery(made, page, ctx);
    ctx.set(
      pageHeaders({
        hasSecrets: page.secrets.length > 0,
        inlineScripts,
        inlineStyles,
        remoteOrigins,
        isGuarded,
      }),
    );
    // A response that assigns a canary bucket, or that depends on the session, must not be shared.
    if (ctx.response.headers['set-cookie'] || page.isForMembers || isMember)
      ctx.set('Cache-Control', 'private, no-cache');
    if (previewIn(ctx)) ctx.set('X-Robots-Tag', 'noindex');
    ctx.set('ETag', etag);
    ctx.type = 'html';
    // The not-found page is sent with its proper status.
    ctx.status = about === 'missing' ? 404 : 200;
    if (ctx.status === 200 && ctx.fresh) {
      ctx.status = 304;
      return;
    }
    await sendPage(ctx, { body });
  }
}

/** Paths of the site's files outside of versions. */
const siteFiles = ['/robots.txt', '/sitemap.xml', sharePicturePath];

/** How long a browser without scripts keeps its language, in milliseconds. */
const languageKept = 365 * 86_400_000;

/** What the answer to a page's address depends on. */
const varyingHeaders = ['Accept-Encoding', 'Accept-Language', 'Cookie', 'User-Agent'];

/** The language that the page's script will choose. A wrong guess costs only the preload hints. */
export function negotiateLanguage<Language extends string>(
  ctx: Koa.Context,
  languages: readonly [Language, ...Language[]],
): Language {
  const isKnown = (one: string | null | undefined) => languages.some((language) => language === one);
  const wanted = [
    new URLSearchParams(ctx.querystring).get(languageParameter),
    ctx.cookies.get('language'),
    ctx.acceptsLanguages(...languages) || null,
  ];
  return languages.find((language) => language === wanted.find(isKnown)) ?? languages[0];
}
