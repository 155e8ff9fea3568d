import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { errorCodes } from '@frens/contract/errors';
import type { Router } from '@koa/router';
import type Koa from 'koa';
import { AppError, notFound } from '../errors.ts';
import { startDeadline } from '../patience.ts';
import { requestContext, runForRequest } from '../request-context.ts';
import type { ReadAsVisitor, RequestState } from '../state.ts';

/** How long a page waits for its data, in milliseconds: it can be read without. */
const patienceMs = 300;

/**
 * Lets a page ask calls, within the process, as a visitor would of whom nothing is known but the language: its request has no cookie
 * and no other header. What is answered is the same for everybody, and what it costs counts as the page's request. A read ends with its page;
 * while one has not, no other of the same call and language begins.
 *
 * @param app makes contexts
 * @param router answers calls
 * @param onFailure called with what a failed call threw
 */
export function createVisitorReader(
  app: Koa<RequestState>,
  router: Router<RequestState>,
  onFailure: (thrown: unknown, ctx: Koa.ParameterizedContext<RequestState>) => void,
): (requestId: string) => ReadAsVisitor {
  const routes = router.routes();
  /** Of no connection. */
  const socket = new Socket();
  /** Reads whose page went without them: what waits for the database ends only with its answer. */
  const outlived = new Set<{ what: string }>();
  return (requestId) => async (calls, language) => {
    const whatIs = (call: string) => `${language} ${call}`;
    const whats = new Set(calls.map(whatIs));
    if ([...outlived].some(({ what }) => whats.has(what))) return null;
    const page = requestContext();
    const late = new AbortController();
    const signal = page ? AbortSignal.any([page.signal, late.signal]) : late.signal;
    const underWay = new Set<{ what: string }>();
    const read = async (call: string) => {
      const request = new IncomingMessage(socket);
      const headers = { accept: 'application/json', 'accept-language': language };
      Object.assign(request, { method: 'GET', url: call, headers });
      const ctx = app.createContext<RequestState>(request, new ServerResponse(request));
      // Koa's own default, which it sets when it handles a request.
      ctx.res.statusCode = 404;
      // Of no network: whoever asked for the page has taken a place in the limit of pages, and keeps those of calls.
      Object.assign(ctx.state, { requestId, network: null, language });
      const one = { what: whatIs(call) };
      underWay.add(one);
      try {
        await routes(ctx as Parameters<typeof routes>[0], async () => {});
        if (ctx.status !== 200) throw notFound();
        return [call, { body: ctx.body, link: ctx.response.get('Link') || null }] as const;
      } catch (error) {
        // What the page is about, not the call itself.
        if (error instanceof AppError && error.status === 404 && ctx.state.route !== undefined)
          return [call, null] as const;
        if (error !== signal.reason) onFailure(error, ctx);
        throw error;
      } finally {
        underWay.delete(one);
        outlived.delete(one);
      }
    };
    let inTime = () => {};
    const tooLate = new Promise<null>((resolve) => {
      inTime = startDeadline(patienceMs, () => resolve(null));
    });
    // The page's script asks again, and shows what failed.
    const answers = runForRequest({ ...page, signal }, () => Promise.all(calls.map(read))).then(
      Object.fromEntries,
      () => null,
    );
    return Promise.race([answers, tooLate]).finally(() => {
      inTime();
      for (const one of underWay) outlived.add(one);
      late.abort(new AppError(408, errorCodes.requestTimeout));
    });
  };
}
