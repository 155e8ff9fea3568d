import { readFile } from 'node:fs/promises';
import { serverLimits } from '../limits.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';

// A process for a test: reads a file while as many hashes as may are under way, and prints how many of them were done
// by then. Started with UV_THREADPOOL_SIZE=1, a read that shared its threads with the hashes would be behind all of them.
const hasher = createPasswordHasher();
let done = 0;
const hashes = Array.from({ length: serverLimits.passwordHash.concurrent }, async () => {
  await hasher.hash('correct horse');
  done += 1;
});
await readFile(import.meta.filename);
process.stdout.write(`${done}\n`);
await Promise.all(hashes);
