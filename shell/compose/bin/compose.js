#!/usr/bin/env node
// Runs the TypeScript sources, so a checkout needs no build.
const { register } = await import('tsx/esm/api').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('Install the packages first: npm ci');
  process.exit(1);
});
register();
const { runCommandLine } = await import('../src/command-line.ts');
process.exitCode = await runCommandLine(process.argv.slice(2));
