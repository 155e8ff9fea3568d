import { readConfig } from '../config.ts';
import { startServices } from '../start-services.ts';
import { findDifferences } from './find-differences.ts';

// `npm run verify`: recomputes the ledger and all stored totals, and fails if anything differs (D35).
const started = await startServices({ ...readConfig(process.env), seedDemo: false });
try {
  const differences = await findDifferences(started.services);
  for (const difference of differences) console.error(difference);
  console.log(
    differences.length === 0
      ? 'Ledger and totals are sound.'
      : `${differences.length} differences, see above.`,
  );
  process.exitCode = differences.length === 0 ? 0 : 1;
} finally {
  await started.close();
}
