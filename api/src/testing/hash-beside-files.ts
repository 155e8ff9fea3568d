import { readFile } from 'node:fs/promises';
import { serverLimits } from '../limits.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';

// A test process: reads a file while the maximum of hashes runs, and prints how many of them were done by then. With
// UV_THREADPOOL_SIZE=1, a read that shared its threads with the hashes would come last.
const hasher = createPasswordHasher();
let done = 0;
const hashes = Array.from({ length: serverLimits.passwordHash.concurrent }, async () => {
  await hasher.hash('correct horse');
  done += 1;
});
await readFile(import.meta.filename);
process.stdout.write(`${done}\n`);
await Promise.all(hashes);
