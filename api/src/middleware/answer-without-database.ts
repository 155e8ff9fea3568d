import type Koa from 'koa';
import type { Database } from '../database/database.ts';
import { unavailable } from '../errors.ts';
import { startDeadline } from '../patience.ts';
import { type RequestContext, runForRequest } from '../request-context.ts';
import type { RequestState } from '../state.ts';
import { abortOnDisconnect } from './abort-on-disconnect.ts';

/** When a request counts as slow, and how long the database may then stay silent (ms). Together under 2 s (D54). */
const slowAfterMs = 800;
const pingWithinMs = 1000;

/**
 * Responds 503 within two seconds while the database is down, even if it accepts connections but never responds: a slow request pings
 * it. Queued work is aborted. Work already sent may still commit; a retry with its idempotency key finds out.
 */
export function answerWithoutDatabase(db: Pick<Database, 'ping' | 'heardAt'>): Koa.Middleware<RequestState> {
  return async function answerWithoutDatabase(ctx, next) {
    const giveUp = new AbortController();
    const context: RequestContext = { signal: giveUp.signal };
    const watch = watchDatabase(db, (failure) => {
      giveUp.abort(failure);
      // Hanging requests must not occupy places of requests that need no database.
      context.place?.leave();
    });
    const stopWatchingClient = abortOnDisconnect(ctx.req, giveUp);
    const work = runForRequest(context, next);
    // After a 503 nobody awaits the work, and its failure is already reported.
    work.catch(() => undefined);
    try {
      await Promise.race([work, watch.away]);
    } finally {
      watch.stop();
      stopWatchingClient();
    }
  };
}

function watchDatabase(db: Pick<Database, 'ping' | 'heardAt'>, onFailure: (failure: Error) => void) {
  let stop: () => void;
  const away = new Promise<never>((_resolve, reject) => {
    function giveUp(): void {
      const failure = unavailable(new Error('The database does not answer.'));
      onFailure(failure);
      reject(failure);
    }
    function sendPing(): void {
      const askedAt = Date.now();
      // `heardAt` records the response; a failed ping fails the request itself.
      db.ping().catch(() => undefined);
      // Counts no delays of this process: a late timer does not mean that the database is late.
      stop = startDeadline(pingWithinMs, () => {
        if (db.heardAt() > askedAt) schedulePing();
        else giveUp();
      });
    }
    function schedulePing(): void {
      const timer = setTimeout(sendPing, slowAfterMs);
      stop = () => clearTimeout(timer);
    }
    schedulePing();
  });
  return { away, stop: () => stop() };
}
