import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Tinypool } from 'tinypool';
import { minute } from '../clock.ts';
import { rootDir } from '../environment.ts';
import { busy } from '../errors.ts';
import { serverLimits } from '../limits.ts';
import { aside } from '../request-context.ts';

const { saltBytes, concurrent, queued } = serverLimits.passwordHash;

/** What one hash costs: memory in KiB, how often all of it is gone over, and by how many at once. */
export type HashCost = Record<'memoryKiB' | 'passes' | 'lanes', number>;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether the password made the hash. Without a hash it does the same work and says no (D8). */
  verify(storedHash: string | null, password: string): Promise<boolean>;
  /** Whether a hash was made with weaker parameters than today's. */
  isOutdated(storedHash: string): boolean;
}

/**
 * Argon2id in threads of its own, so that files are read and pages answered while many sign in. At most four hashes at
 * once, each takes 19 MiB and a core, and the next 64 wait their turn (D8).
 *
 * @param cost D8's, but in tests of other things, which would be hashing half of their time
 */
export function createPasswordHasher(cost: HashCost = serverLimits.passwordHash): PasswordHasher {
  const { memoryKiB, passes, lanes } = cost;
  const parameters = `m=${memoryKiB},t=${passes},p=${lanes}`;
  // As costly to compare with as any other, and no password's: a salt and a hash of zeros.
  const hashOfNothing = `$argon2id$v=19$${parameters}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  const options = {
    // Argon2id; the library's enum exists in its types only.
    algorithm: 2,
    memoryCost: memoryKiB,
    timeCost: passes,
    parallelism: lanes,
  };
  const pool = new Tinypool({
    filename: path.join(rootDir, 'api/src/passwords/hash-worker.js'),
    minThreads: 0,
    // One core is left to everything else.
    maxThreads: Math.min(concurrent, Math.max(1, availableParallelism() - 1)),
    idleTimeout: minute,
    // Not those that load TypeScript into this process.
    execArgv: [],
  });
  let inHand = 0;

  async function run(name: 'hash' | 'verify', task: object): Promise<unknown> {
    if (inHand >= concurrent + queued) throw busy(1, new Error('The queue of password hashes is full.'));
    inHand += 1;
    try {
      return await aside(pool.run(task, { name }));
    } finally {
      inHand -= 1;
    }
  }

  // True because these are what the two functions of the worker return.
  const hash = (password: string) => run('hash', { password, options }) as Promise<string>;
  const verify = (storedHash: string, password: string) =>
    run('verify', { storedHash, password }) as Promise<boolean>;

  return {
    hash,
    async verify(storedHash, password) {
      const isRight = await verify(storedHash ?? hashOfNothing, password);
      return isRight && storedHash !== null;
    },
    isOutdated(storedHash) {
      const [, version, used] = /^\$argon2id\$v=(\d+)\$([^$]+)\$/.exec(storedHash) ?? [];
      return version !== '19' || used !== parameters;
    },
  };
}

// The library makes a salt of its own for every hash; this pins the length that D8 asks for.
if (saltBytes !== 16) throw new Error('The argon2 library uses salts of 16 bytes.');
