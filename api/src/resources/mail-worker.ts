import { createWorker, type Worker } from '../jobs/worker.ts';
import { createMailer, type Mailer } from '../mail/mailer.ts';
import { createLimiter } from '../rate-limits/limiter.ts';
import { mailAllowance } from '../rate-limits/mail-allowance.ts';
import type { Services } from '../services.ts';
import { jobHandlers } from './job-handlers.ts';

/** The job worker of a process, and the mailer of its mail jobs. */
export interface MailWorker {
  mailer: Mailer;
  worker: Worker;
}

/** Creates the process's job worker with all handlers. It runs no job until it is started. */
export function createMailWorker(services: Services): MailWorker {
  const { config, db, jobs, clock, log } = services;
  const mailer = createMailer(config, clock, mailAllowance(createLimiter(services)));
  // Without a mail server, jobs of the mail lanes stay queued and use up no attempt.
  const handlers = jobHandlers(services, mailer).filter(
    ({ kind }) => mailer.canSend || (kind.lane ?? 'main') === 'main',
  );
  return { mailer, worker: createWorker({ Job: db.models.Job, jobs, clock, log, handlers }) };
}
