import { NothingPublished } from '@frens/compose/server';
import type { Router } from '@koa/router';
import { unavailable } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { RequestState } from '../../state.ts';

/** Conditions for readiness other than the database. */
export interface Readiness {
  /** The server is shutting down: it still answers requests, but a load balancer should send new ones elsewhere. */
  isStopping(): boolean;
  /** Whether there are pages to serve. */
  hasSite(): Promise<boolean>;
  /** Problems with disks and backups that an operator should look at. */
  warnings(): Promise<string[]>;
}

/**
 * Binds the health checks (D54): liveness at `/healthz`, readiness at `/readyz`, which needs the database and a published site.
 *
 * @param warnings problems that an operator should look at although the server is ready
 */
export function bindHealth(
  router: Router<RequestState>,
  { db }: Services,
  warnings: () => string[],
  readiness?: Readiness,
): void {
  router.get('/healthz', (ctx) => {
    ctx.state.route = 'GET /healthz';
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    ctx.state.route = 'GET /readyz';
    if (readiness?.isStopping()) {
      ctx.status = 503;
      ctx.body = { status: 'stopping' };
      return;
    }
    // No check of transactions and indexes: opening the database has failed without them before the server listens.
    try {
      await db.ping();
      if (readiness && !(await readiness.hasSite())) throw new NothingPublished('this site');
    } catch (cause) {
      throw unavailable(cause);
    }
    ctx.body = {
      status: 'ready',
      checks: { database: true, transactions: true, indexes: true, site: true },
      warnings: [...warnings(), ...((await readiness?.warnings()) ?? [])],
    };
  });
}
