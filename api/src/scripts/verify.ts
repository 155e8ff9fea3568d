import { differencesOf } from './find-differences.ts';
import { answerHelp, readArguments } from './read-arguments.ts';
import { runScript } from './run-script.ts';

const usage = `npm run verify

Recomputes the ledger, all stored totals and the search, also beside the running site, and ends with 1 if anything differs.`;

answerHelp(usage);
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
