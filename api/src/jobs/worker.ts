import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Clock, fromNow, second } from '../clock.ts';
import type { ModelOf } from '../database/any-model.ts';
import { errorLine } from '../log.ts';
import type { JobDoc } from './job.model.ts';
import type { JobKind, Jobs, Lane } from './queue.ts';

/** Facts about the current attempt. */
export interface Attempt {
  /** The same for all attempts of one job: an idempotency key for its effects. */
  jobId: string;
  /** When the job was added. */
  askedAt: Date;
  number: number;
}

/** Runs one kind of job. A crash can make a job run twice, so its effects must be idempotent. */
export interface JobHandler {
  kind: JobKind<unknown>;
  run(payload: unknown, attempt: Attempt): Promise<Progress>;
}

/** The result of an attempt. `unfinished` requeues the job behind other due ones. */
export type Progress = void | 'unfinished';

/** Binds a job kind to its function. Long work should return `unfinished` regularly, so that other jobs get their turn. */
export function handler<Payload>(
  kind: JobKind<Payload>,
  run: (payload: Payload, attempt: Attempt) => Promise<Progress>,
): JobHandler {
  return { kind, run: (payload, attempt) => run(kind.payload.parse(payload), attempt) };
}

export interface WorkerOptions {
  Job: ModelOf<JobDoc>;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
  handlers: readonly JobHandler[];
  /** How long a silent process holds a job's lease, in milliseconds; a live one renews it three times in that time. */
  leaseMs?: number;
  /** Polling interval for delayed jobs and those of other processes, in milliseconds. */
  pollEveryMs?: number;
}

/** The outcome of an attempt: done, failed with a retry to come, or dead. */
export type JobOutcome = 'done' | 'failed' | 'dead';

export interface Worker {
  /** Called after every attempt. */
  onAttempt(listener: (kind: string, outcome: JobOutcome) => void): void;
  /** Starts the worker: jobs added by this process run at once, others within the polling interval. */
  start(): void;
  /** Runs all due jobs in sequence and returns the number of attempts. */
  runDue(): Promise<number>;
  /**
   * Takes no more jobs and waits for the running ones.
   *
   * @param patience the maximum wait in milliseconds; an unfinished job restarts when its lease expires
   */
  stop(patience?: number): Promise<void>;
}

/** A worker's state of one lane. */
interface LaneState {
  kinds: string[];
  /** Wake up the lane's idle loops. */
  wakers: Set<() => void>;
  /** A counter of added jobs, so that an idle loop misses none. */
  added: number;
}

/** The concurrency of each lane. */
const concurrency: Record<Lane, number> = { main: 1, mail: 1, 'sign-in': 4 };

/** Runs the queue's jobs, with each lane's concurrency; several processes share the queue. */
export function createWorker({
  Job,
  jobs,
  clock,
  log,
  handlers,
  leaseMs = 60 * second,
  pollEveryMs = 2 * second,
}: WorkerOptions): Worker {
  const listeners: Array<(kind: string, outcome: JobOutcome) => void> = [];
  const notify = (kind: string, outcome: JobOutcome) => {
    for (const listener of listeners) listener(kind, outcome);
  };
  const byKind = new Map(handlers.map((one) => [one.kind.name, one]));
  const lanes = new Map<Lane, LaneState>();
  for (const { kind } of handlers) {
    const lane = kind.lane ?? 'main';
    const state = lanes.get(lane) ?? { kinds: [], wakers: new Set<() => void>(), added: 0 };
    state.kinds.push(kind.name);
    lanes.set(lane, state);
  }
  const stopping = new AbortController();
  /** When the clock was last read. Starts in the far future, so that the first check repairs times. */
  let lastCheckAt = new Date(8.64e15);
  let working: Promise<unknown> | undefined;
  jobs.onAdded(() => {
    for (const lane of lanes.values()) {
      lane.added += 1;
      for (const wake of lane.wakers) wake();
    }
  });

  /** Leases the job that has been due longest. The lease ends at the new `runAt`, so a dead process loses it. */
  function take(kinds: readonly string[]): Promise<JobDoc | null> {
    return Job.findOneAndUpdate(
      // Leaves unknown kinds to newer versions.
      { deadAt: null, runAt: { $lte: clock.now() }, kind: { $in: kinds } },
      { $set: { runAt: fromNow(clock, leaseMs), lease: randomUUID() }, $inc: { attempts: 1 } },
      { sort: { runAt: 1 }, returnDocument: 'after' },
    )
      .lean<JobDoc>()
      .exec();
  }

  async function perform(job: JobDoc): Promise<void> {
    const own = { _id: job._id, lease: job.lease };
    // This timer measures real time, even when tests move the product's clock.
    const renewal = setInterval(() => {
      Job.updateOne(own, { runAt: fromNow(clock, leaseMs) }).catch((error: unknown) =>
        log.warn({ err: error, job: String(job._id) }, 'The lease of a job could not be renewed.'),
      );
    }, leaseMs / 3);
    let failure: unknown;
    let progress: Progress = undefined;
    try {
      progress = await byKind.get(job.kind)?.run(job.payload, {
        jobId: String(job._id),
        askedAt: job.createdAt,
        number: job.attempts,
      });
    } catch (error) {
      failure = error ?? new Error('The job failed without saying why.');
    } finally {
      clearInterval(renewal);
    }
    if (failure === undefined && progress === 'unfinished') {
      // Behind all due jobs. It made progress, so earlier failures no longer count.
      await Job.updateOne(own, { runAt: clock.now(), lease: null, attempts: 0 });
    } else if (failure === undefined) {
      await Job.deleteOne(own);
      notify(job.kind, 'done');
    } else await fail(job, own, failure);
  }

  async function fail(job: JobDoc, own: Pick<JobDoc, '_id' | 'lease'>, failure: unknown): Promise<void> {
    const wait = byKind.get(job.kind)?.kind.retryAfter[job.attempts - 1];
    const isDead = wait === undefined;
    notify(job.kind, isDead ? 'dead' : 'failed');
    const lastError = errorLine(failure).slice(0, 500);
    const facts = { job: String(job._id), kind: job.kind, attempt: job.attempts, err: failure };
    if (isDead) log.error(facts, 'A job is given up. See: npm run jobs');
    else log.warn(facts, 'A job failed and will be tried again.');
    await Job.updateOne(own, {
      lastError,
      lease: null,
      ...(isDead ? { deadAt: clock.now() } : { runAt: fromNow(clock, wait) }),
    });
  }

  async function runLane({ kinds }: LaneState): Promise<number> {
    let count = 0;
    while (!stopping.signal.aborted) {
      if (clock.now() < lastCheckAt) await repairTimes({ Job, clock, handlers, leaseMs });
      lastCheckAt = clock.now();
      const job = await take(kinds);
      if (!job) break;
      count += 1;
      await perform(job);
    }
    return count;
  }

  async function runDue(): Promise<number> {
    let count = 0;
    let before: number;
    // A job of one lane may add one to another.
    do {
      before = count;
      for (const lane of lanes.values()) count += await runLane(lane);
    } while (count > before);
    return count;
  }

  async function work(lane: LaneState): Promise<void> {
    while (!stopping.signal.aborted) {
      const { added } = lane;
      try {
        await runLane(lane);
      } catch (error) {
        // The database is unreachable: the jobs are safe there, and the next poll finds them.
        log.warn({ err: error }, 'The queue of jobs could not be read.');
      }
      await pause(lane, added);
    }
  }

  /** Sleeps until a job is added to the lane or the next poll is due. */
  async function pause(lane: LaneState, added: number): Promise<void> {
    if (stopping.signal.aborted || lane.added > added) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        lane.wakers.delete(wake);
        resolve();
      };
      const timer = globalThis.setTimeout(wake, Math.max(second, pollEveryMs));
      lane.wakers.add(wake);
    });
  }

  return {
    onAttempt: (listener) => listeners.push(listener),
    runDue,
    start() {
      working ??= Promise.all(
        [...lanes].flatMap(([name, lane]) => Array.from({ length: concurrency[name] }, () => work(lane))),
      );
    },
    async stop(patience) {
      stopping.abort();
      for (const lane of lanes.values()) for (const wake of lane.wakers) wake();
      const ended = working?.then(() => true);
      if (patience === undefined) await ended;
      else if ((await Promise.race([ended, setTimeout(patience, false, { ref: false })])) === false)
        log.warn('A job was at work when the server stopped: it will be begun again.');
    },
  };
}

/**
 * Repairs times stored before the clock was set back: immediate jobs become due now, and no lease or backoff ends later than a new
 * one would. A job with a date of its own, such as an account's end, keeps it.
 */
async function repairTimes({
  Job,
  clock,
  handlers,
  leaseMs,
}: Pick<Required<WorkerOptions>, 'Job' | 'clock' | 'handlers' | 'leaseMs'>): Promise<void> {
  const now = clock.now();
  const runAt = { $cond: [{ $lte: ['$runAt', '$createdAt'] }, now, '$runAt'] };
  await Job.updateMany({ createdAt: { $gt: now } }, [{ $set: { runAt, createdAt: now } }], {
    updatePipeline: true,
  });
  const lateBy = (life: number) => ({ $gt: fromNow(clock, life) });
  await Job.updateMany({ lease: { $ne: null }, runAt: lateBy(leaseMs) }, { runAt: fromNow(clock, leaseMs) });
  for (const { kind } of handlers) {
    const wait = Math.max(...kind.retryAfter, 0);
    const failed = { kind: kind.name, lease: null, lastError: { $ne: null }, deadAt: null };
    await Job.updateMany({ ...failed, runAt: lateBy(wait) }, { runAt: fromNow(clock, wait) });
  }
}
