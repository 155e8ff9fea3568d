import {
  bindPublishing,
  createLiveSite,
  createSite,
  ExportRefused,
  exportSite,
  findIsolationGap,
  type LiveSite,
  lastShown,
  noteSurroundings,
  type PublishingOptions,
  type SiteExport,
} from '@frens/compose/server';
import { openStore, type Shown, type SiteStore } from '@frens/compose/store';
import { errorCodes } from '@frens/contract/errors';
import { isLanguage } from '@frens/contract/languages';
import { site } from '@frens/contract/site';
import type { Router } from '@koa/router';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { type Config, ConfigError } from './config.ts';
import { AppError, tooMany, unavailable } from './errors.ts';
import { errorLine } from './log.ts';
import { collect } from './middleware/read-body.ts';
import { secureHeadersOf } from './middleware/secure-headers.ts';
import { startDeadline } from './patience.ts';
import type { Limiter } from './rate-limits/limiter.ts';
import { aside } from './request-context.ts';
import { sharePicture } from './resources/pictures/share-picture.ts';
import { sharedPage } from './resources/shared-pages.ts';
import type { Services } from './services.ts';
import type { RequestState } from './state.ts';

// The one place where the API takes the middleware of the composition engine, and what it hands to it.

export { findIsolationGap };

/** The published site that a server has. */
export interface OpenSite {
  store: SiteStore;
  live: LiveSite;
  /** Reads what visitors see. */
  readShown(log: Logger): ReturnType<typeof lastShown>;
  /** Records what the gate holds publications against; a read-only store, as in an image, was filled by the build. */
  noteSurroundings(log: Logger): Promise<void>;
}

/** Opens the store of this site. */
export async function openSite(config: Config): Promise<OpenSite> {
  const { siteEnvironment, publicUrl, remoteOrigins, devPages } = config;
  const store = await openStore(config.siteStore, site);
  return {
    store,
    live: createLiveSite(store, siteEnvironment, remoteOrigins),
    readShown: (log) => lastShown(store, siteEnvironment, { log, describeError: errorLine, startDeadline }),
    noteSurroundings: (log) =>
      noteSurroundings(store, siteEnvironment, {
        site: publicUrl.origin,
        remotes: [...remoteOrigins],
        hasDevPages: devPages,
      }).catch((cause: unknown) =>
        log.info({ cause: errorLine(cause) }, 'The calls of this API could not be noted in the store.'),
      ),
  };
}

/** Serves pages and published files. */
export function mountSite(
  services: Pick<Services, 'config' | 'db' | 'log'>,
  store: SiteStore,
  shown: () => Promise<Shown | null>,
): Koa.Middleware {
  const { siteEnvironment, brand, publicUrl, remoteOrigins, devPages } = services.config;
  return createSite({
    store,
    environment: siteEnvironment,
    brand,
    origin: publicUrl.origin,
    remoteOrigins,
    hasDevPages: devPages,
    shown,
    sharedPage: (pathname) => sharedPage(services, pathname),
    sharePicture,
    // Only readers without one are read for as visitors.
    hasSession: (ctx) => !(ctx.state as RequestState).readAsVisitor,
    readPublic: (ctx, calls, language) =>
      (isLanguage(language) && (ctx.state as RequestState).readAsVisitor?.(calls, language)) || null,
    onUnrendered: (error) => services.log.warn({ err: error }, 'A page is sent without its data.'),
    refuse: unavailable,
  });
}

/** Where publishing over the site leads. */
export type Publishing = Pick<PublishingOptions, 'store' | 'counted'>;

const refusals = {
  400: errorCodes.invalid,
  401: errorCodes.signedOut,
  415: errorCodes.unsupportedMediaType,
} as const;

/** Binds publishing over the site with tokens (docs/decisions/0202). */
export function mountPublishing(
  router: Router<RequestState>,
  limiter: Limiter,
  publishing: Publishing,
): void {
  bindPublishing(router, {
    ...publishing,
    async limit(call) {
      const { passed, resetMs } = await limiter.count(call);
      if (!passed) throw tooMany(resetMs / 1000);
    },
    networkOf: (ctx) => ctx.state.network ?? 'unknown',
    readBody: (...given) => aside(collect(...given)),
    refuse: (status) => new AppError(status, refusals[status]),
  });
}

/** Writes what is live as plain files. */
export async function writeExport(config: Config, store: SiteStore, folder: string): Promise<SiteExport> {
  const { brand, publicUrl, remoteOrigins, siteEnvironment } = config;
  try {
    return await exportSite(
      store,
      {
        brand,
        origin: publicUrl.origin,
        remoteOrigins,
        environment: siteEnvironment,
        headers: secureHeadersOf(config),
        sharePicture,
      },
      folder,
    );
  } catch (error) {
    throw error instanceof ExportRefused ? new ConfigError(error.message) : error;
  }
}
