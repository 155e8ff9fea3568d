import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Jobs } from './jobs/queue.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { Limiter } from './rate-limits/limiter.ts';
import type { Models } from './resources/models.ts';
import type { Voice } from './voice/voice.ts';

/** What is live of the site that this process serves. */
export interface LiveSite {
  /** The versions of the shell and of remotes that pages may show, as in `mf-quiz@0.1.0-3fa2c1d8e0`: live ones, those to fall back to, and those that a share of visitors sees. */
  versions(): Promise<ReadonlySet<string>>;
  /** Ids of the compositions that pages are made from: the live one, and the one of a canary. */
  compositions(): Promise<ReadonlySet<string>>;
  /** What is live where a version is seen by a share of visitors alone; null for every other version. */
  liveInsteadOf(version: string): Promise<{ live: string | null } | null>;
  /**
   * Notes in the store that a version works, so that pages fall back to it. It is asked about now and then, and not before its failures could have been told.
   *
   * @param now of the clock
   * @param works says whether it does
   */
  noteWorking(version: string, now: Date, works: () => Promise<boolean>): Promise<void>;
  /**
   * Takes a version off; the one before stands in. Never the last one.
   *
   * @returns why, in words, or null when there was nothing to do
   */
  quarantine(
    version: string,
    seen: { visits: number; failures: Partial<Record<string, number>> },
  ): Promise<string | null>;
  /**
   * Ends the canary that shows a version, because it answers too late: for how many of those who used it, and of those who used what is live.
   *
   * @returns why, in words, or null when there was nothing to do
   */
  endSlowCanary(
    version: string,
    seen: { measured: number; poor: number },
    live: { measured: number; poor: number } | null,
  ): Promise<string | null>;
}

/** What every handler and command may use. */
export interface Services {
  config: Config;
  db: Database<Models>;
  clock: Clock;
  log: Logger;
  passwords: PasswordHasher;
  /** Work for later: mails, expiries, erasure. */
  jobs: Jobs;
  /** Absent where this process serves no pages. */
  liveSite?: LiveSite;
}

/** What the handler of a call may use beside: only calls are limited and spoken, not commands and scripts. */
export interface CallServices extends Services {
  limiter: Limiter;
  voice: Voice;
}
