import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Clock, fromNow, second } from '../clock.ts';
import type { ModelOf } from '../database/any-model.ts';
import { errorLine } from '../log.ts';
import type { JobDoc } from './job.model.ts';
import type { JobKind, Jobs, Lane } from './queue.ts';

/** Facts about the attempt at hand. */
export interface Attempt {
  /** The same for all attempts at one job: what makes a repeated effect recognisable. */
  jobId: string;
  /** When the work was asked for. */
  askedAt: Date;
  number: number;
}

/** How one kind of job is done. Work may be begun twice when a process dies in the middle, so it must bear that. */
export interface JobHandler {
  kind: JobKind<unknown>;
  run(payload: unknown, attempt: Attempt): Promise<Progress>;
}

/** What an attempt came to: `unfinished` work goes on soon, after what has waited longer. */
export type Progress = void | 'unfinished';

/** Binds a kind to the function that does it. Long work returns `unfinished` now and then, so that other jobs are not held up. */
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
  /** How long a process that says nothing keeps a job from the others; it says something three times in that time. */
  leaseMs?: number;
  /** How often the worker looks for jobs of other processes and for those whose time has come. */
  lookEveryMs?: number;
}

/** How an attempt at a job went: done, to be tried again, or given up. */
export type JobOutcome = 'done' | 'failed' | 'dead';

export interface Worker {
  /** Called after every attempt. */
  onAttempt(listener: (kind: string, outcome: JobOutcome) => void): void;
  /** Looks for due jobs from now on: at once when this process adds one, else no oftener than every second. */
  start(): void;
  /** Does everything that is due, one after another, and returns how many jobs were begun. */
  runDue(): Promise<number>;
  /**
   * Takes no more jobs and waits for those at work.
   *
   * @param patience how many milliseconds at most; what is not done by then is begun again once its lease has lapsed
   */
  stop(patience?: number): Promise<void>;
}

/** What a worker knows of one lane. */
interface LaneState {
  /** The kinds in it. */
  kinds: string[];
  /** Ends the pauses of those who have one. */
  wakers: Set<() => void>;
  /** How many jobs were added so far, so that none is slept over. */
  added: number;
}

/** How many jobs of a lane are done at once. */
const atOnce: Record<Lane, number> = { main: 1, mail: 1, 'sign-in': 4 };

/** Does the jobs of the queue, in each lane one after another or a few at once; more processes do more at once. */
export function createWorker({
  Job,
  jobs,
  clock,
  log,
  handlers,
  leaseMs = 60 * second,
  lookEveryMs = 2 * second,
}: WorkerOptions): Worker {
  const listeners: Array<(kind: string, outcome: JobOutcome) => void> = [];
  const tell = (kind: string, outcome: JobOutcome) => {
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
  /** The last look by the clock; the first look mends, whatever the clock was before the start. */
  let lookedAt = new Date(8.64e15);
  let working: Promise<unknown> | undefined;
  jobs.onAdded(() => {
    for (const lane of lanes.values()) {
      lane.added += 1;
      for (const wake of lane.wakers) wake();
    }
  });

  /** Takes the job of a lane that has waited longest. Its lease is its next `runAt`: a process that dies lets go of it by that. */
  function take(kinds: readonly string[]): Promise<JobDoc | null> {
    return Job.findOneAndUpdate(
      // Kinds that only a newer version knows are left to it.
      { deadAt: null, runAt: { $lte: clock.now() }, kind: { $in: kinds } },
      { $set: { runAt: fromNow(clock, leaseMs), lease: randomUUID() }, $inc: { attempts: 1 } },
      { sort: { runAt: 1 }, returnDocument: 'after' },
    )
      .lean<JobDoc>()
      .exec();
  }

  async function perform(job: JobDoc): Promise<void> {
    const own = { _id: job._id, lease: job.lease };
    // Our own timer counts real time, whatever the clock of the product says.
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
      // Behind all that are due. It got on, so earlier failures are forgiven.
      await Job.updateOne(own, { runAt: clock.now(), lease: null, attempts: 0 });
    } else if (failure === undefined) {
      await Job.deleteOne(own);
      tell(job.kind, 'done');
    } else await fail(job, own, failure);
  }

  async function fail(job: JobDoc, own: Pick<JobDoc, '_id' | 'lease'>, failure: unknown): Promise<void> {
    const wait = byKind.get(job.kind)?.kind.retryAfter[job.attempts - 1];
    const isDead = wait === undefined;
    tell(job.kind, isDead ? 'dead' : 'failed');
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

  /**
   * Puts right what a clock wrote that has gone back since: what was to be done at once is, and no lease or wait after a failure ends later
   * than a new one would. What has a day of its own, such as the end of an account, keeps it.
   */
  async function mendTimes(): Promise<void> {
    const now = clock.now();
    const runAt = { $cond: [{ $lte: ['$runAt', '$createdAt'] }, now, '$runAt'] };
    await Job.updateMany({ createdAt: { $gt: now } }, [{ $set: { runAt, createdAt: now } }], {
      updatePipeline: true,
    });
    const lateBy = (life: number) => ({ $gt: fromNow(clock, life) });
    await Job.updateMany(
      { lease: { $ne: null }, runAt: lateBy(leaseMs) },
      { runAt: fromNow(clock, leaseMs) },
    );
    for (const { kind } of handlers) {
      const wait = Math.max(...kind.retryAfter, 0);
      const failed = { kind: kind.name, lease: null, lastError: { $ne: null }, deadAt: null };
      await Job.updateMany({ ...failed, runAt: lateBy(wait) }, { runAt: fromNow(clock, wait) });
    }
  }

  async function runLane({ kinds }: LaneState): Promise<number> {
    let count = 0;
    while (!stopping.signal.aborted) {
      if (clock.now() < lookedAt) await mendTimes();
      lookedAt = clock.now();
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
    // What one lane does may give work to another.
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
        // The database is away: the jobs are safe in it, and the next look finds them.
        log.warn({ err: error }, 'The queue of jobs could not be read.');
      }
      await pause(lane, added);
    }
  }

  /** Until a job is added here, or the next look is due. */
  async function pause(lane: LaneState, added: number): Promise<void> {
    if (stopping.signal.aborted || lane.added > added) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        lane.wakers.delete(wake);
        resolve();
      };
      const timer = globalThis.setTimeout(wake, Math.max(second, lookEveryMs));
      lane.wakers.add(wake);
    });
  }

  return {
    onAttempt: (listener) => listeners.push(listener),
    runDue,
    start() {
      working ??= Promise.all(
        [...lanes].flatMap(([name, lane]) => Array.from({ length: atOnce[name] }, () => work(lane))),
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
