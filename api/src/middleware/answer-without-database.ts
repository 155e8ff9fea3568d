import type Koa from 'koa';
import type { Database } from '../database/database.ts';
import { unavailable } from '../errors.ts';
import { startDeadline } from '../patience.ts';
import { type RequestContext, runForRequest } from '../request-context.ts';
import type { RequestState } from '../state.ts';
import { abortWhenGone } from './abort-when-gone.ts';

/** When a request counts as slow, and how long the database may then take to give a sign of life. Together under 2 s (D54). */
const slowAfterMs = 800;
const pingWithinMs = 1000;

/**
 * Answers 503 within two seconds while the database is away, even if it accepts connections and never answers: a slow request
 * sends pings. Queued work is aborted then; what had started may still commit, and a retry under the idempotency key finds out.
 */
export function answerWithoutDatabase(db: Pick<Database, 'ping' | 'heardAt'>): Koa.Middleware<RequestState> {
  return async function answerWithoutDatabase(ctx, next) {
    const giveUp = new AbortController();
    const context: RequestContext = { signal: giveUp.signal };
    const watch = watchDatabase(db, (failure) => {
      giveUp.abort(failure);
      // Hanging requests must not block those that need no database.
      context.place?.leave();
    });
    const stopLooking = abortWhenGone(ctx.req, giveUp);
    const work = runForRequest(context, next);
    // After a 503 nobody awaits the work any more, and its failure has been reported.
    work.catch(() => undefined);
    try {
      await Promise.race([work, watch.away]);
    } finally {
      watch.stop();
      stopLooking();
    }
  };
}

function watchDatabase(db: Pick<Database, 'ping' | 'heardAt'>, tell: (failure: Error) => void) {
  let stop: () => void;
  const away = new Promise<never>((_resolve, reject) => {
    function giveUp(): void {
      const failure = unavailable(new Error('The database does not answer.'));
      tell(failure);
      reject(failure);
    }
    function ask(): void {
      const askedAt = Date.now();
      // `heardAt` sees the answer; a failed ping fails the request itself.
      db.ping().catch(() => undefined);
      // A busy process is late for its timers; that does not mean the database is late.
      stop = startDeadline(pingWithinMs, () => {
        if (db.heardAt() > askedAt) askLater();
        else giveUp();
      });
    }
    function askLater(): void {
      const timer = setTimeout(ask, slowAfterMs);
      stop = () => clearTimeout(timer);
    }
    askLater();
  });
  return { away, stop: () => stop() };
}
