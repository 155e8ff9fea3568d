import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { errorCodes } from '@frens/contract/errors';
import type { Router } from '@koa/router';
import type Koa from 'koa';
import { AppError, notFound } from '../errors.ts';
import { startDeadline } from '../patience.ts';
import { requestContext, runForRequest } from '../request-context.ts';
import type { ReadAsVisitor, RequestState } from '../state.ts';

/** How long a page waits for its data, in milliseconds; then it is rendered without. */
const patienceMs = 300;

/**
 * Lets a page make API calls in process as an unknown visitor: without cookies, and with no header but the language. The responses are
 * the same for everybody, and their cost counts as the page's request; a search reads as much as its call and counts as one, too (D49). A call
 * is aborted with its page. While an aborted one still runs, the same call in the same language is not started again.
 *
 * @param app creates contexts
 * @param router handles calls
 * @param onFailure receives the error of a failed call
 */
export function createVisitorReader(
  app: Koa<RequestState>,
  router: Router<RequestState>,
  onFailure: (thrown: unknown, ctx: Koa.ParameterizedContext<RequestState>) => void,
): (page: Pick<RequestState, 'requestId' | 'network'>) => ReadAsVisitor {
  const routes = router.routes();
  /** A socket without a connection. */
  const socket = new Socket();
  /** Calls still running after their page went out: database operations cannot be cancelled. */
  const abandonedReads = new Set<{ key: string }>();
  return ({ requestId, network }) =>
    async (calls, language) => {
      const keyOf = (call: string) => `${language} ${call}`;
      const keys = new Set(calls.map(keyOf));
      if ([...abandonedReads].some(({ key }) => keys.has(key))) return null;
      const page = requestContext();
      const timeout = new AbortController();
      const signal = page ? AbortSignal.any([page.signal, timeout.signal]) : timeout.signal;
      const openReads = new Set<{ key: string }>();
      const read = async (call: string) => {
        const request = new IncomingMessage(socket);
        const headers = { accept: 'application/json', 'accept-language': language };
        Object.assign(request, { method: 'GET', url: call, headers });
        const ctx = app.createContext<RequestState>(request, new ServerResponse(request));
        // Koa's default status, which it only sets in its own request handler.
        ctx.res.statusCode = 404;
        // Without a network a call counts against no limit: the page has counted.
        Object.assign(ctx.state, { requestId, network: isSearch(call) ? network : null, language });
        const one = { key: keyOf(call) };
        openReads.add(one);
        try {
          await routes(ctx as Parameters<typeof routes>[0], async () => {});
          if (ctx.status !== 200) throw notFound();
          return [call, { body: ctx.body, link: ctx.response.get('Link') || null }] as const;
        } catch (error) {
          // The resource is missing, not the call.
          if (error instanceof AppError && error.status === 404 && ctx.state.route !== undefined)
            return [call, null] as const;
          if (error !== signal.reason) onFailure(error, ctx);
          throw error;
        } finally {
          openReads.delete(one);
          abandonedReads.delete(one);
        }
      };
      let inTime = () => {};
      const tooLate = new Promise<null>((resolve) => {
        inTime = startDeadline(patienceMs, () => resolve(null));
      });
      // The page's script retries and shows the failure.
      const answers = runForRequest({ ...page, signal }, () => Promise.all(calls.map(read))).then(
        Object.fromEntries,
        () => null,
      );
      return Promise.race([answers, tooLate]).finally(() => {
        inTime();
        for (const one of openReads) abandonedReads.add(one);
        timeout.abort(new AppError(408, errorCodes.requestTimeout));
      });
    };
}

/** Whether a call lists by what the page's address asks for: then it is not the same for all who open the page. */
const isSearch = (call: string) =>
  [...new URL(call, 'http://localhost').searchParams.keys()].some((name) => name !== 'limit');
