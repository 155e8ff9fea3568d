import type { RequestListener } from 'node:http';
import { errorCodes } from '@frens/contract/errors';
import { Router } from '@koa/router';
import Koa from 'koa';
import { AppError, notFound } from './errors.ts';
import { answerWithoutDatabase } from './middleware/answer-without-database.ts';
import { apiHeaders } from './middleware/api-headers.ts';
import { refuseCrossSite } from './middleware/refuse-cross-site.ts';
import { requestLog } from './middleware/request-log.ts';
import { respondError } from './middleware/respond-error.ts';
import { bindHealth } from './resources/health/health.ts';
import { resources } from './resources/index.ts';
import { bindPandaPicture } from './resources/pandas/panda-picture.ts';
import type { Services } from './services.ts';
import type { RequestState } from './state.ts';

export interface AppOptions extends Services {
  /** Serves pages and files: everything that is not the API's. */
  site?: Koa.Middleware;
}

/** What the API answers; every other path is the site's. */
export const apiPaths = /^\/(api|media)(\/|$)|^\/(healthz|readyz)$/;

/** How Node says that the caller went away while it was answered. */
const hangUps = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The whole server as a Koa application. Importing this module starts nothing; `.callback()` serves it anywhere. */
export function createApp({ site, ...services }: AppOptions): Koa<RequestState> {
  const { config, log } = services;
  const app = new Koa<RequestState>();
  app.silent = true;
  // Behind proxies of ours, they know whether the member came by https.
  app.proxy = config.trustedProxyHops > 0;
  app.on('error', (error: Error & { code?: string }) => {
    // No fault of ours.
    if (!hangUps.has(error.code ?? '')) log.error({ err: error }, 'An answer failed.');
  });

  const router = new Router<RequestState>();
  for (const resource of resources) resource.bind(router, services);
  bindPandaPicture(router, services);
  bindHealth(router, services);

  app.use(requestLog(log));
  app.use(respondError(log));
  app.use(async (ctx, next) => (apiPaths.test(ctx.path) ? headers(ctx, next) : next()));
  app.use(refuseCrossSite(config));
  app.use(answerWithoutDatabase(services.db));
  app.use(router.routes());
  app.use(async (ctx, next) => {
    if (!apiPaths.test(ctx.path)) return site ? site(ctx, next) : next();
    refuseUnknown(ctx, router);
  });
  app.use(() => {
    throw notFound();
  });
  return app;

  async function headers(ctx: Koa.Context, next: Koa.Next): Promise<void> {
    await apiHeaders({ secure: config.publicUrl.protocol === 'https:' })(ctx, next);
  }
}

/** The application as a server of Node takes it. */
export function listenerOf(app: Koa<RequestState>): RequestListener {
  const answer = app.callback();
  // Koa answers every failure itself; nothing is left to wait for.
  return (request, response) => void answer(request, response);
}

/** An address of the API that nothing answered: either it does not exist, or not with this method (D1). */
function refuseUnknown(ctx: Koa.Context, router: Router<RequestState>): never {
  const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
  if (methods.size === 0) throw notFound();
  ctx.set('Allow', [...methods].sort().join(', '));
  throw new AppError(405, errorCodes.methodNotAllowed);
}
