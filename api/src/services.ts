import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Jobs } from './jobs/queue.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { Limiter } from './rate-limits/limiter.ts';
import type { Models } from './resources/models.ts';
import type { Voice } from './voice/voice.ts';

/** The live compositions of the site that this process serves. */
export interface LiveSite {
  /** Versions of shell and remotes that pages may show, as in `mf-quiz@0.1.0-3fa2c1d8e0`: live, fallback and canary. */
  versions(): Promise<ReadonlySet<string>>;
  /** Ids of the compositions in use: the live one and a canary's. */
  compositions(): Promise<ReadonlySet<string>>;
  /** Whether pages may load a version of a remote that one of them names. */
  isLoadable(version: string): Promise<boolean>;
  /** For a version that only a canary shows, the live version; null for every other. */
  liveInsteadOf(version: string): Promise<{ live: string | null } | null>;
  /**
   * Records in the store that a version works, so that pages fall back to it. Called now and then, not before its failures could
   * have been reported.
   *
   * @param now of the clock
   * @param works says whether it does
   */
  noteWorking(version: string, now: Date, works: () => Promise<boolean>): Promise<void>;
  /**
   * Quarantines a version: the previous one takes its place. Never the last one.
   *
   * @returns why, in words, or once in a freeze why it stays; null when there is nothing to do or to say
   */
  quarantine(
    version: string,
    seen: { visits: number; failures: Partial<Record<string, number>> },
  ): Promise<string | null>;
  /**
   * Ends the canary of a version that responds too slowly: for how many of its users, and of the live version's.
   *
   * @returns as `quarantine` does
   */
  endSlowCanary(
    version: string,
    seen: { measured: number; poor: number },
    live: { measured: number; poor: number } | null,
  ): Promise<string | null>;
}

/** Services of every handler and command. */
export interface Services {
  config: Config;
  db: Database<Models>;
  clock: Clock;
  log: Logger;
  passwords: PasswordHasher;
  /** The job queue: mails, expiries, erasure. */
  jobs: Jobs;
  /** Absent where this process serves no pages. */
  liveSite?: LiveSite;
}

/** Further services of handlers: only calls are rate limited and spoken, not commands and scripts. */
export interface CallServices extends Services {
  limiter: Limiter;
  voice: Voice;
}
