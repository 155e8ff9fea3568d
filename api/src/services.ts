import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Jobs } from './jobs/queue.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { Limiter } from './rate-limits/limiter.ts';
import type { Models } from './resources/models.ts';

/** What every handler and command may use. */
export interface Services {
  config: Config;
  db: Database<Models>;
  clock: Clock;
  log: Logger;
  passwords: PasswordHasher;
  /** Work for later: mails, expiries, erasure. */
  jobs: Jobs;
}

/** What the handler of a call may use beside: only calls are limited, not commands and scripts. */
export interface CallServices extends Services {
  limiter: Limiter;
}
