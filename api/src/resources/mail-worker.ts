import { createWorker, type Worker } from '../jobs/worker.ts';
import { createMailer, type Mailer } from '../mail/mailer.ts';
import { createLimiter } from '../rate-limits/limiter.ts';
import { mailAllowance } from '../rate-limits/mail-allowance.ts';
import type { Services } from '../services.ts';
import { jobHandlers } from './job-handlers.ts';

/** What does the jobs of the queue, and what sends the mails among them. */
export interface MailWorker {
  mailer: Mailer;
  worker: Worker;
}

/** The one worker of a process with everything it can do. It does nothing until it is started. */
export function createMailWorker(services: Services): MailWorker {
  const { config, db, jobs, clock, log } = services;
  const mailer = createMailer(config, clock, mailAllowance(createLimiter(services)));
  // Nothing is tried without a mail server: what would send waits, untouched, for a start with one.
  const handlers = jobHandlers(services, mailer).filter(
    ({ kind }) => mailer.canSend || (kind.lane ?? 'main') === 'main',
  );
  return { mailer, worker: createWorker({ Job: db.models.Job, jobs, clock, log, handlers }) };
}
