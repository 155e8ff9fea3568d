import { pino } from 'pino';
import { z } from 'zod';
import { systemClock } from '../clock.ts';
import { openDatabase } from '../database/database.ts';
import { createJobs } from '../jobs/queue.ts';
import { createWorker, handler } from '../jobs/worker.ts';
import { createModels } from '../resources/models.ts';

// A test process that runs a database's job queue: `job-process.ts URI work|hang`.
const [uri = '', mode] = process.argv.slice(2);
const { Job } = (await openDatabase(uri, createModels)).models;
const jobs = createJobs(Job, systemClock);
const kind = { name: 'note', payload: z.object({ text: z.string() }), retryAfter: [1000] };
createWorker({
  Job,
  jobs,
  clock: systemClock,
  log: pino({ level: 'warn' }, process.stderr),
  leaseMs: 3000,
  handlers: [
    handler(kind, async ({ text }) => {
      process.stdout.write(`${text}\n`);
      if (mode === 'hang') await new Promise(() => undefined);
    }),
  ],
}).start();
