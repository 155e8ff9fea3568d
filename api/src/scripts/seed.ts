import { answerHelp } from './read-arguments.ts';
import { runScript } from './run-script.ts';

answerHelp(`npm run seed

Fills an empty database with the demo community, and does nothing to one that holds members.`);
await runScript({ seedDemo: true }, async ({ seeded, dataPlace }) => {
  if (!seeded) {
    console.log(`There are members already in ${dataPlace}: nothing was changed.`);
    return;
  }
  console.log(`Filled ${dataPlace} with the demo community:`);
  for (const [what, count] of Object.entries(seeded.counts)) console.log(`  ${count} ${what}`);
  console.log(`Sign in as "${seeded.demo.username}" with the password "${seeded.demo.password}".`);
});
