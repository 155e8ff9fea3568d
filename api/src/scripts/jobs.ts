import type { JobDoc } from '../jobs/job.model.ts';
import { answerHelp } from './read-arguments.ts';
import { runScript } from './run-script.ts';

const usage = `npm run jobs [-- retry ID…]

Says how many jobs wait in the queue, and which were given up and why.

  retry ID…     lets jobs that were given up begin anew; "retry all" takes all of them`;

answerHelp(usage);
const [command, ...ids] = process.argv.slice(2);
await runScript({ seedDemo: false }, async ({ services }) => {
  const { Job } = services.db.models;
  if (command === 'retry' && ids.length > 0) {
    const which = ids.includes('all') ? {} : { _id: { $in: ids } };
    const { modifiedCount } = await Job.updateMany(
      { ...which, deadAt: { $ne: null } },
      { deadAt: null, attempts: 0, runAt: services.clock.now() },
    );
    console.log(`${modifiedCount} dead jobs will be tried again.`);
    return;
  }
  if (command !== undefined) {
    console.error(usage);
    process.exitCode = 1;
    return;
  }
  const dead = await Job.find({ deadAt: { $ne: null } })
    .sort({ deadAt: 1 })
    .limit(200)
    .lean<JobDoc[]>();
  console.log(`${await Job.countDocuments({ deadAt: null })} jobs wait.`);
  console.log(`${await Job.countDocuments({ deadAt: { $ne: null } })} jobs are dead.`);
  // Not the payload, because it contains personal data.
  for (const { _id, kind, attempts, deadAt, lastError } of dead)
    console.log(`${String(_id)}  ${kind}  ${deadAt?.toISOString()}  ${attempts} attempts: ${lastError}`);
});
