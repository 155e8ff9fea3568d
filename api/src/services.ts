import type { LiveSite } from '@frens/compose/server';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Jobs } from './jobs/queue.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { Limiter } from './rate-limits/limiter.ts';
import type { Models } from './resources/models.ts';
import type { Voice } from './voice/voice.ts';

/** Dependencies of every handler and command. */
export interface Services {
  config: Config;
  db: Database<Models>;
  clock: Clock;
  log: Logger;
  passwords: PasswordHasher;
  /** The job queue: mails, expiries, erasure. */
  jobs: Jobs;
  /** The published site; absent when this process serves no pages. */
  liveSite?: LiveSite;
}

/** Further dependencies of handlers: only calls are rate limited and can speak, not commands and scripts. */
export interface CallServices extends Services {
  limiter: Limiter;
  voice: Voice;
}
