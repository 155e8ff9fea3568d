import { differencesOf } from './find-differences.ts';
import { readArguments } from './read-arguments.ts';
import { runScript } from './run-script.ts';

// `npm run verify`: recomputes the ledger and all stored totals, also beside a running site, and fails if anything
// differs (D35).
const usage = 'npm run verify';

await runScript({ seedDemo: false }, async ({ services }) => {
  readArguments(usage, {});
  let count = 0;
  for await (const difference of differencesOf(services)) {
    console.error(difference);
    count += 1;
  }
  if (count === 0) {
    console.log('Ledger, totals and search are sound.');
    return;
  }
  console.error(`${count} differences.`);
  process.exitCode = 1;
});
