import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/database.ts';
import { createJobs } from '../jobs/queue.ts';
import { createLog } from '../log.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { createMailWorker } from '../resources/mail-worker.ts';
import { createModels } from '../resources/models.ts';

// A test process that runs all of a database's jobs like the server: `work-process.ts URI`.
const [uri = ''] = process.argv.slice(2);
const config = readConfig({ variables: { NODE_ENV: 'test', LOG_LEVEL: 'warn' } });
const db = await openDatabase(uri, createModels);
const services = {
  config,
  db,
  clock: systemClock,
  log: createLog(config, { write: (line: string) => process.stderr.write(line) }),
  jobs: createJobs(db.models.Job, systemClock),
  passwords: createPasswordHasher(),
};
createMailWorker(services).worker.start();
