import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type EventLoopUtilityFunction, performance } from 'node:perf_hooks';
import { negotiateLanguage } from '@frens/compose/server';
import type { Shown } from '@frens/compose/store';
import { errorCodes } from '@frens/contract/errors';
import { languages } from '@frens/contract/languages';
import { Router } from '@koa/router';
import Koa from 'koa';
import type { DiskSpace } from './disk-space.ts';
import { AppError, notFound } from './errors.ts';
import { bindOutbox, type Outbox } from './mail/outbox.ts';
import { bindMetrics, recordResponses } from './metrics/bind-metrics.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createAdmission } from './middleware/admission.ts';
import { createAdmit } from './middleware/admit.ts';
import { answerWithoutDatabase } from './middleware/answer-without-database.ts';
import { setCompositionHeader } from './middleware/composition-header.ts';
import { compressAnswers } from './middleware/compress-answers.ts';
import { createConcurrencyLimit, watchUtilization } from './middleware/concurrency-limit.ts';
import { setDegradedHeader, type Trouble } from './middleware/degraded-header.ts';
import { answerNoscriptForms } from './middleware/noscript-forms.ts';
import { answerNoscriptInvitations, createGreetInvited } from './middleware/noscript-invitation.ts';
import { answerNoscriptSearches } from './middleware/noscript-searches.ts';
import { createVisitorReader } from './middleware/read-as-visitor.ts';
import { redirectSignedIn } from './middleware/redirect-signed-in.ts';
import { rejectMalformedTarget } from './middleware/refuse-broken-target.ts';
import { rejectCrossSite } from './middleware/refuse-cross-site.ts';
import { rejectOutdatedClients } from './middleware/refuse-old-clients.ts';
import { answerAtOnce, requestLog } from './middleware/request-log.ts';
import { createErrorWriter, logFault, reportRefusal, respondError } from './middleware/respond-error.ts';
import { secureHeaders } from './middleware/secure-headers.ts';
import { mountPublishing, type Publishing } from './mount-site.ts';
import { bindDocs } from './open-api/bind-docs.ts';
import { limitPage } from './rate-limits/limit-call.ts';
import { createLimiter } from './rate-limits/limiter.ts';
import { createNetworkReader } from './rate-limits/network.ts';
import { bindHealth, type Readiness } from './resources/health/health.ts';
import { resources } from './resources/index.ts';
import { presentInvitation } from './resources/invitations/invite-links.ts';
import { sessionCookie } from './resources/sessions/session-cookie.ts';
import { areSignedIn, findCaller, haveSession } from './resources/sessions/sessions.ts';
import type { Services } from './services.ts';
import type { ApiContext, ReadAsVisitor, RequestState } from './state.ts';
import { createVoice } from './voice/voice.ts';

export interface AppOptions extends Services {
  /** Serves pages and files: everything outside the API. */
  site?: Koa.Middleware;
  /** Reads the live composition, which every response names in a header. */
  shown?: () => Promise<Shown | null>;
  /** What `/readyz` reports besides the state of the database. */
  readiness?: Readiness;
  /** The mails of a development server, shown at `/dev/outbox`. */
  outbox?: Outbox | null;
  /** Publishing over the site with tokens; absent where it is off. */
  publishing?: Publishing | null;
  /** Measures how busy the thread of the embedded database is. */
  databaseUtilization?: EventLoopUtilityFunction | undefined;
  /** The disks that are written to. */
  disk?: DiskSpace;
  /** The current warnings, which every response carries in a header. */
  readTroubles?: () => readonly Trouble[];
  /** The metrics, exposed at `/metrics`. */
  metrics?: Metrics;
}

/** Paths of the API; every other path belongs to the site. */
export const apiPaths = /^\/(api|media)(\/|$)|^\/(healthz|readyz|metrics)$/;

/** Published files: each page requests dozens, and browsers cache them. */
const publishedFile = /^\/(shell|remotes)\//;

/** Node's error codes for clients that disconnect or send malformed data: not the server's fault. */
const callersFault = /^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_HTTP_.*|HPE_.*)$/;

/** The whole server. */
export interface App extends Koa<RequestState> {
  /** Answers calls as a signed-out visitor, outside any request. */
  readAsVisitor: ReadAsVisitor;
}

/** The whole server as a Koa application. Importing this module starts nothing; `.callback()` serves it anywhere. */
export function createApp({
  site,
  shown,
  readiness,
  outbox,
  metrics,
  publishing,
  disk,
  databaseUtilization,
  readTroubles,
  ...given
}: AppOptions): App {
  const services = {
    ...given,
    limiter: createLimiter(given),
    voice: createVoice(given.config, given.clock, given.log),
  };
  const { config, log } = services;
  const app = new Koa<RequestState>();
  app.silent = true;
  const network = createNetworkReader(config, log);
  app.on('error', (error: Error & { code?: string }) => {
    if (!callersFault.test(error.code ?? '')) log.error({ err: error }, 'An answer failed.');
  });

  // Exact paths only: another spelling would bypass the rules of this one.
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  for (const resource of resources)
    resource.bind(router, services, { find: findCaller, areSignedIn, haveSession });
  bindHealth(router, services, network.warnings, readiness);
  const limit = (ctx: ApiContext) => limitPage(services, ctx);
  bindDocs(router, services, limit);
  if (outbox) bindOutbox(router, outbox);
  if (publishing) mountPublishing(router, services.limiter, publishing);
  if (metrics) bindMetrics(router, metrics, config);

  const { admission: capacity } = config;
  const admission = createAdmission(
    capacity,
    createConcurrencyLimit(
      capacity.atWork,
      watchUtilization(performance.eventLoopUtilization, databaseUtilization),
    ),
  );
  metrics?.watchAdmission(admission);
  const { read: readSession } = sessionCookie(config);
  const { refusalOf, admit } = createAdmit(admission, readSession);
  const noteFailure = (thrown: unknown, ctx: Koa.ParameterizedContext<RequestState>) =>
    void logFault(log, ctx, thrown);
  const readAsVisitor = createVisitorReader(app, router, noteFailure);
  const writeError = createErrorWriter(config, (pathname) => !apiPaths.test(pathname));

  app.use(requestLog(log));
  app.use(network.middleware);
  if (metrics) app.use(recordResponses(metrics));
  app.use(secureHeaders(config));
  if (readTroubles) app.use(setDegradedHeader(readTroubles, (pathname) => publishedFile.test(pathname)));
  app.use(respondError(log, writeError, disk?.logRefusal));
  app.use(rejectMalformedTarget());
  app.use((ctx, next) => {
    if (apiPaths.test(ctx.path)) return next();
    // A page's language comes from its address; an API call names its own.
    ctx.state.language = negotiateLanguage(ctx, languages);
    const { requestId, network: caller } = ctx.state;
    // A page without a query reads what everybody's does.
    if (readSession(ctx) === undefined)
      ctx.state.readAsVisitor = readAsVisitor({ requestId, network: ctx.querystring ? caller : null });
    return next();
  });
  if (shown) app.use(setCompositionHeader(shown));
  app.use(rejectCrossSite(config));
  app.use(rejectOutdatedClients(services));
  app.use(answerWithoutDatabase(services.db));
  app.use(admit);
  app.use(compressAnswers());
  if (site) {
    const greetInvited = createGreetInvited((code) => presentInvitation(services, code, null), noteFailure);
    const noscript = { site, report: reportRefusal, limit, greetInvited };
    app.use(redirectSignedIn(services, findCaller, limit));
    app
      .use(answerNoscriptForms(noscript))
      .use(answerNoscriptSearches(noscript))
      .use(answerNoscriptInvitations(noscript));
  }
  app.use(router.routes());
  app.use(async (ctx, next) => {
    if (apiPaths.test(ctx.path)) refuseUnknown(ctx, router);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw wrongMethod(ctx, ['GET', 'HEAD']);
    if (!publishedFile.test(ctx.path)) limit(ctx);
    return site ? site(ctx, next) : next();
  });
  app.use(() => {
    throw notFound();
  });
  // Refusals under load must be cheap: they skip every middleware.
  const createCallback = app.callback.bind(app);
  app.callback = () => {
    const answer = createCallback();
    return (request, response) => {
      if (!admission.isFull()) return answer(request, response);
      // Safe: the server speaks HTTP/1.1 only, so there are no HTTP/2 objects.
      const ctx = app.createContext<RequestState>(request as IncomingMessage, response as ServerResponse);
      const refusal = refusalOf(ctx, network.read);
      if (refusal === null) return answer(request, response);
      answerAtOnce(log, ctx, () => writeError(ctx, refusal));
      metrics?.recordResponse('unknown', ctx.status, 0);
      return Promise.resolve();
    };
  };
  return Object.assign(app, { readAsVisitor: readAsVisitor({ requestId: 'ahead', network: null }) });
}

/** The application as Node's server expects it. */
export function listenerOf(app: Koa<RequestState>): RequestListener {
  const answer = app.callback();
  // Koa handles every failure itself, so there is nothing to await.
  return (request, response) => void answer(request, response);
}

/** Refuses an API path without a handler: 404 when it is unknown, 405 when it exists with another method (D1). */
function refuseUnknown(ctx: Koa.Context, router: Router<RequestState>): never {
  const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
  if (methods.size === 0) throw notFound();
  throw wrongMethod(ctx, [...methods].sort());
}

function wrongMethod(ctx: Koa.Context, allowed: readonly string[]): AppError {
  ctx.set('Allow', allowed.join(', '));
  return new AppError(405, errorCodes.methodNotAllowed);
}
