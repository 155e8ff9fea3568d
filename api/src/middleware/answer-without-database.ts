import type Koa from 'koa';
import type { Database } from '../database/database.ts';
import { unavailable } from '../errors.ts';
import { startDeadline } from '../patience.ts';
import { type RequestContext, runForRequest } from '../request-context.ts';
import type { RequestState } from '../state.ts';
import { abortWhenGone } from './abort-when-gone.ts';

/** When a request counts as slow, and how long the database may then take to say that it is there. Together under 2 s (D54). */
const slowAfterMs = 800;
const pingWithinMs = 1000;

/**
 * Answers 503 within two seconds while the database is away, even if it takes connections and never speaks: a request
 * that takes long asks for signs of life. What waits in line is given up then; what it had begun may still end well,
 * and a retry under its idempotency key finds out.
 */
export function answerWithoutDatabase(db: Pick<Database, 'ping' | 'heardAt'>): Koa.Middleware<RequestState> {
  return async function answerWithoutDatabase(ctx, next) {
    const giveUp = new AbortController();
    const context: RequestContext = { signal: giveUp.signal };
    const watch = watchDatabase(db, (failure) => {
      giveUp.abort(failure);
      // What hangs must not keep others out who need no database.
      context.place?.leave();
    });
    const stopLooking = abortWhenGone(ctx.req, giveUp);
    const work = runForRequest(context, next);
    // After a 503 nobody waits for the work any more, and its failure has been told.
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
      // The answer itself is seen by `heardAt`; a failed ping is told by the request's own failure.
      db.ping().catch(() => undefined);
      // A busy process is late for its timers, not the database for its answers.
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
