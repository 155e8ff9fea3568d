import { randomUUID } from 'node:crypto';
import { fromNow } from '../clock.ts';
import { errorLine } from '../log.ts';
import type { JobDoc } from './job.model.ts';
import type { JobOutcome, Progress, WorkerOptions } from './worker.ts';

type LeasingOptions = Pick<Required<WorkerOptions>, 'Job' | 'clock' | 'log' | 'handlers' | 'leaseMs'>;

/**
 * Leases due jobs and runs them: a live process renews its lease, a dead one loses it.
 *
 * @param notify called after every attempt
 */
export function createJobRunner(
  options: LeasingOptions,
  notify: (kind: string, outcome: JobOutcome) => void,
) {
  const { Job, clock, log, handlers, leaseMs } = options;
  const byKind = new Map(handlers.map((one) => [one.kind.name, one]));
  /** When the clock was last read. Starts in the far future, so that the first check repairs times. */
  let lastCheckAt = new Date(8.64e15);

  /** Leases the job that has been due longest. The lease ends at the new `runAt`, so a dead process loses it. */
  async function take(kinds: readonly string[]): Promise<JobDoc | null> {
    if (clock.now() < lastCheckAt) await repairTimes(options);
    lastCheckAt = clock.now();
    return Job.findOneAndUpdate(
      // Leaves unknown kinds to newer versions.
      { deadAt: null, runAt: { $lte: clock.now() }, kind: { $in: kinds } },
      { $set: { runAt: fromNow(clock, leaseMs), lease: randomUUID() }, $inc: { attempts: 1 } },
      { sort: { runAt: 1 }, returnDocument: 'after' },
    )
      .lean<JobDoc>()
      .exec();
  }

  /** Runs a leased job, then deletes, requeues or fails it. */
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

  return { take, perform };
}

/**
 * Repairs times stored before the clock was set back: immediate jobs become due now, and no lease or backoff ends later than a new
 * one would. A job with a date of its own, such as an account's end, keeps it.
 */
async function repairTimes({ Job, clock, handlers, leaseMs }: LeasingOptions): Promise<void> {
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
