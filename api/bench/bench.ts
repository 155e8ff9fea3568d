// `npm run bench:api [-- contention]`; api/bench/README.md says what each measures.
await (process.argv.includes('contention') ? import('./contention.ts') : import('./api.ts'));
