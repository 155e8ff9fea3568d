import type Koa from 'koa';
import { previewParameter } from '../model/composition.ts';
import type { Shown } from '../store/history-entry.ts';
import type { SiteStore } from '../store/site-store.ts';
import { assignCanaryBucket, compositionFor, readCanaryBucket } from './canary-bucket.ts';
import { type LivePages, readLivePages } from './live-pages.ts';
import { createPreviews } from './preview-pages.ts';

/** Nothing is published for an environment. */
export class NothingPublished extends Error {
  override name = 'NothingPublished';
  /** As Koa reads it. */
  readonly status = 503;

  /** @param environment whose pages are asked for */
  constructor(environment: string) {
    super(`Nothing is published for ${environment}.`);
  }
}

interface ShownPagesOptions {
  store: SiteStore;
  environment: string;
  readShown: () => Promise<Shown | null>;
  refuse: (error: NothingPublished) => Error;
  site: Parameters<typeof readLivePages>[2];
}

/** Selects the pages of a request: of the live composition, a canary or a preview. */
export function createShownPages({ store, environment, readShown, refuse, site }: ShownPagesOptions) {
  /** Pages of the live composition and of a canary, by id. */
  const pages = new Map<string, Promise<LivePages>>();
  const previewPages = createPreviews(store);

  /** The pages that a visitor sees. Only the small live pointer is read each time. */
  async function shownPages(ctx: Koa.Context): Promise<LivePages> {
    const shown = await readShown();
    if (shown === null) throw refuse(new NothingPublished(environment));
    for (const id of pages.keys())
      if (id !== shown.composition && id !== shown.canary?.composition) pages.delete(id);
    const isPage = ctx.accepts('html') && ctx.path !== '/composition.json' && ctx.path !== '/sitemap.xml';
    // Shared caches keep it for everybody.
    const bucket = ctx.path === '/sitemap.xml' ? null : readCanaryBucket(ctx);
    if (bucket === null && shown.canary && isPage) assignCanaryBucket(ctx);
    return pagesOf(compositionFor(shown, bucket));
  }

  async function pagesOf(id: string): Promise<LivePages> {
    const known = pages.get(id);
    if (known) return known;
    const made = readLivePages(store, id, site);
    pages.set(id, made);
    // Failures are not cached.
    made.catch(() => {
      if (pages.get(id) === made) pages.delete(id);
    });
    return made;
  }

  /** The pages that a request asks for: the visitor's, or a preview. */
  async function pagesFor(ctx: Koa.Context): Promise<LivePages> {
    const live = await shownPages(ctx);
    const wanted = previewIn(ctx);
    return wanted ? previewPages(live, wanted) : live;
  }

  return { shownPages, pagesFor, pagesOf };
}

/** The versions that an address previews; empty for none. */
export const previewIn = (ctx: Koa.Context) =>
  new URLSearchParams(ctx.querystring).get(previewParameter) ?? '';
