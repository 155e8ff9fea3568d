import type { Router } from '@koa/router';
import { unavailable } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { RequestState } from '../../state.ts';

/** `/healthz`: the process lives. `/readyz`: it can serve, because the database answers (D54). */
export function bindHealth(router: Router<RequestState>, { db }: Services): void {
  router.get('/healthz', (ctx) => {
    ctx.state.route = 'GET /healthz';
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    ctx.state.route = 'GET /readyz';
    // Transactions and indexes are checked before the server listens: opening the database refuses to go on without.
    try {
      await db.ping();
    } catch (cause) {
      throw unavailable(cause);
    }
    ctx.body = { status: 'ready', checks: { database: true, transactions: true, indexes: true } };
  });
}
