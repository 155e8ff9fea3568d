import { IncomingMessage, ServerResponse } from 'node:http';
import type { Router } from '@koa/router';
import type Koa from 'koa';
import { startDeadline } from '../patience.ts';
import type { ReadAsVisitor, RequestState } from '../state.ts';

/** How long a page waits for its data, in milliseconds: it can be read without. */
const patienceMs = 300;

/**
 * Lets a page ask calls, within the process, as a visitor would of whom nothing is known but the language: its request has no cookie
 * and no other header. What is answered is the same for everybody, and what it costs counts as the page's request.
 *
 * @param app makes contexts
 * @param router answers calls
 */
export function createVisitorReader(
  app: Koa<RequestState>,
  router: Router<RequestState>,
): (ctx: Koa.ParameterizedContext<RequestState>) => ReadAsVisitor {
  const routes = router.routes();
  return ({ req, state: { requestId } }) =>
    async (calls, language) => {
      const read = async (call: string) => {
        const request = new IncomingMessage(req.socket);
        const headers = { host: req.headers.host, accept: 'application/json', 'accept-language': language };
        Object.assign(request, { method: 'GET', url: call, headers });
        const ctx = app.createContext<RequestState>(request, new ServerResponse(request));
        // Koa's own default, which it sets when it handles a request.
        ctx.res.statusCode = 404;
        // Of no network: whoever asked for the page has taken a place in the limit of pages, and keeps those of calls.
        Object.assign(ctx.state, { requestId, network: null, language });
        await routes(ctx as Parameters<typeof routes>[0], async () => {});
        if (ctx.status !== 200) throw new Error(`${ctx.status}`);
        return [call, { body: ctx.body, link: ctx.response.get('Link') || null }] as const;
      };
      let inTime = () => {};
      const late = new Promise<null>((resolve) => {
        inTime = startDeadline(patienceMs, () => resolve(null));
      });
      // Whoever reads the page asks again, and is told why not.
      const answers = Promise.all(calls.map(read)).then(Object.fromEntries, () => null);
      return Promise.race([answers, late]).finally(inTime);
    };
}
