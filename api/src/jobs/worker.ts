import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Clock, second } from '../clock.ts';
import type { ModelOf } from '../database/any-model.ts';
import type { JobDoc } from './job.model.ts';
import type { JobKind, Jobs, Lane } from './queue.ts';
import { createJobRunner } from './run-job.ts';

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
  const runner = createJobRunner({ Job, clock, log, handlers, leaseMs }, (kind, outcome) => {
    for (const listener of listeners) listener(kind, outcome);
  });
  const lanes = new Map<Lane, LaneState>();
  for (const { kind } of handlers) {
    const lane = kind.lane ?? 'main';
    const state = lanes.get(lane) ?? { kinds: [], wakers: new Set<() => void>(), added: 0 };
    state.kinds.push(kind.name);
    lanes.set(lane, state);
  }
  const stopping = new AbortController();
  let working: Promise<unknown> | undefined;
  jobs.onAdded(() => {
    for (const lane of lanes.values()) {
      lane.added += 1;
      for (const wake of lane.wakers) wake();
    }
  });

  async function runLane({ kinds }: LaneState): Promise<number> {
    let count = 0;
    while (!stopping.signal.aborted) {
      const job = await runner.take(kinds);
      if (!job) break;
      count += 1;
      await runner.perform(job);
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
