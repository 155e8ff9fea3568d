#!/usr/bin/env node
import { register } from 'tsx/esm/api';

// `npm run compose`: in TypeScript like the rest, so it needs no build.
register();
const { runCommandLine } = await import('../src/command-line.ts');
process.exitCode = await runCommandLine(process.argv.slice(2));
