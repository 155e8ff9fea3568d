import { findDifferences } from './find-differences.ts';
import { runScript } from './run-script.ts';

// `npm run verify -w api`: recomputes the ledger and all stored totals, and fails if anything differs (D35).
await runScript({ seedDemo: false }, async ({ services }) => {
  const differences = await findDifferences(services);
  for (const difference of differences) console.error(difference);
  if (differences.length === 0) {
    console.log('Ledger and totals are sound.');
    return;
  }
  console.error(`${differences.length} differences.`);
  process.exitCode = 1;
});
