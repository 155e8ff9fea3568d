import { NothingPublished } from '@frens/compose/server';
import type { Router } from '@koa/router';
import { unavailable } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { RequestState } from '../../state.ts';

/** What beside the database decides whether requests should come here. */
export interface Readiness {
  /** The server was told to stop: requests still get answers, but new ones should go elsewhere. */
  isStopping(): boolean;
  /** Whether there are pages to serve. */
  hasSite(): Promise<boolean>;
  /** What of its disks and backups somebody should look at. */
  warnings(): Promise<string[]>;
}

/**
 * `/healthz`: the process lives. `/readyz`: it can serve, because the database answers and there are pages (D54).
 *
 * @param warnings what somebody should look at though it can serve
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
    // Transactions and indexes are checked before the server listens: opening the database refuses to go on without.
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
