import type Koa from 'koa';
import type { Database } from '../database/database.ts';
import { unavailable } from '../errors.ts';

/** When a request counts as slow, and how long the database may then take to say that it is there. Together under 2 s (D54). */
const slowAfterMs = 800;
const pingWithinMs = 1000;

/**
 * Answers 503 within two seconds while the database is away, even if it takes connections and never speaks: a request
 * that takes long asks for a sign of life. What it had begun may still end well; a retry under its idempotency key
 * finds out.
 */
export function answerWithoutDatabase(db: Pick<Database, 'ping'>): Koa.Middleware {
  return async function answerWithoutDatabase(_ctx, next) {
    const watch = watchDatabase(db);
    const work = next();
    // After a 503 nobody waits for the work any more, and its failure has been told.
    work.catch(() => undefined);
    try {
      await Promise.race([work, watch.away]);
    } finally {
      watch.stop();
    }
  };
}

function watchDatabase(db: Pick<Database, 'ping'>): { away: Promise<never>; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const away = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      timer = setTimeout(() => reject(unavailable(new Error('The database does not answer.'))), pingWithinMs);
      const waiting = timer;
      db.ping().then(
        () => clearTimeout(waiting),
        // The ping fails as the request will; whichever is first answers.
        () => undefined,
      );
    }, slowAfterMs);
  });
  return { away, stop: () => clearTimeout(timer) };
}
