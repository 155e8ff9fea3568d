import {
  bindPublishing,
  createLiveSite,
  createSite,
  ExportRefused,
  exportSite,
  findIsolationGap,
  handleReport,
  handleVisit,
  healthOfAll,
  type LiveSite,
  lastShown,
  noteSurroundings,
  type PublishingOptions,
  type Reporter,
  type ReportingOptions,
  type Site,
  type SiteExport,
} from '@frens/compose/server';
import { openStore, type Shown, type SiteStore } from '@frens/compose/store';
import { compositionHeader } from '@frens/contract/client';
import { errorCodes } from '@frens/contract/errors';
import { inFrameOf } from '@frens/contract/frames';
import { isLanguage } from '@frens/contract/languages';
import { signInPath } from '@frens/contract/sign-in-path';
import { site } from '@frens/contract/site';
import { nextPathOf } from '@frens/contract/site-path';
import type { Router } from '@koa/router';
import type { Logger } from 'pino';
import { ago, day } from './clock.ts';
import { type Config, ConfigError } from './config.ts';
import { siteKey } from './database/site-key.model.ts';
import { AppError, tooMany, unavailable } from './errors.ts';
import { errorLine } from './log.ts';
import { collect } from './middleware/read-body.ts';
import { secureHeadersOf } from './middleware/secure-headers.ts';
import { startDeadline } from './patience.ts';
import type { Limiter } from './rate-limits/limiter.ts';
import { subscriberOf } from './rate-limits/network.ts';
import { aside } from './request-context.ts';
import { type Call, defineResource } from './resource.ts';
import { reportStore } from './resources/composition/report-store.ts';
import { sharePicture } from './resources/pictures/share-picture.ts';
import { sharedPage } from './resources/shared-pages.ts';
import type { CallServices, Services } from './services.ts';
import type { RequestState } from './state.ts';

// The API's only adapter to the composition engine's middleware.

export { findIsolationGap };

/** The opened store of published builds. */
export interface OpenSite {
  store: SiteStore;
  live: LiveSite;
  /** Reads the live composition. */
  readShown(log: Logger): ReturnType<typeof lastShown>;
  /** Records the API's calls, against which publishing checks builds. A read-only store, as in an image, was filled by the build. */
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
export function mountSite(services: Services, store: SiteStore, shown: () => Promise<Shown | null>): Site {
  const { siteEnvironment, brand, publicUrl, remoteOrigins, devPages } = services.config;
  return createSite({
    store,
    environment: siteEnvironment,
    brand,
    origin: publicUrl.origin,
    remoteOrigins,
    hasDevPages: devPages,
    shown,
    sharedPage: (ctx) => sharedPage(services, ctx),
    sharePicture,
    // Only requests without a session cookie have `readAsVisitor`.
    hasSession: (ctx) => !(ctx.state as RequestState).readAsVisitor,
    signInFor: (page, find) => inFrameOf(page, signInPathFrom(page), find),
    readPublic: (ctx, calls, language) =>
      (isLanguage(language) && (ctx.state as RequestState).readAsVisitor?.(calls, language)) || null,
    aside,
    onUnrendered: (error) => services.log.warn({ err: error }, 'A page is sent without its data.'),
    refuse: unavailable,
  });
}

/** The sign-in page that returns to a page. Visitors control the path, so anything that is no safe return path is dropped. */
function signInPathFrom(page: string): string {
  const next = nextPathOf(page);
  return next === null ? '/auth' : signInPath(next);
}

/** What publishing over HTTP needs. */
export type Publishing = Pick<PublishingOptions, 'store' | 'counted'>;

const refusals = {
  400: errorCodes.invalid,
  401: errorCodes.signedOut,
  415: errorCodes.unsupportedMediaType,
} as const;

/** Binds publishing over HTTP with tokens (docs/decisions/0202). */
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

/** Pages' reports about versions. The engine counts and judges them, with our database, networks and members. */
export const composition = defineResource((on) => {
  on('POST /api/composition/visits', (call) =>
    handleVisit(reportingOf(call.services), reporterOf(call), call.body),
  );
  on('POST /api/composition/reports', (call) =>
    handleReport(reportingOf(call.services), reporterOf(call), call.body),
  );
});

/** Reads the health of every version that pages show. */
export const versionHealthOf = ({ clock, liveSite, ...services }: Services) =>
  healthOfAll({ store: reportStore(services), now: clock.now, live: liveSite });

function reportingOf({ db, clock, liveSite, limiter, config, log }: CallServices): ReportingOptions {
  return {
    store: reportStore({ db, log }),
    live: liveSite,
    now: clock.now,
    key: () => siteKey(db.models.SiteKey, 'composition-reports'),
    countCall: async (call) => (await limiter.count(call)).passed,
    quarantine: config.quarantine,
    canaryMargin: config.canaryMargin,
    log,
    refuse: () => new AppError(400, errorCodes.invalidToken),
  };
}

/** Identifies a reporter by what is costly to multiply: the subscriber's network, and an account older than a day. */
function reporterOf({
  ctx,
  caller,
  services,
}: Call<'POST /api/composition/visits' | 'POST /api/composition/reports'>): Reporter {
  const { network } = ctx.state;
  const isSettled = caller !== null && caller.user.createdAt <= ago(services.clock, day);
  return {
    network: network === null ? null : subscriberOf(network),
    member: isSettled ? String(caller.user._id) : null,
    composition: ctx.get(compositionHeader),
  };
}

/** Exports the live site as static files. */
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
