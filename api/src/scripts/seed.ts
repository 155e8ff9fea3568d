import { readConfig } from '../config.ts';
import { startServices } from '../start-services.ts';

// `npm run seed`: fills an empty database with the demo community, and does nothing to one that holds members.
const started = await startServices({ ...readConfig(process.env), seedDemo: true });
try {
  const { seeded, dataPlace } = started;
  if (!seeded) console.log(`There are members already in ${dataPlace}: nothing was changed.`);
  else {
    console.log(`Filled ${dataPlace} with the demo community:`);
    for (const [what, count] of Object.entries(seeded.counts)) console.log(`  ${count} ${what}`);
    console.log(`Sign in as "${seeded.demo.username}" with the password "${seeded.demo.password}".`);
  }
} finally {
  await started.close();
}
