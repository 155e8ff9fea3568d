import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Tinypool } from 'tinypool';
import { minute } from '../clock.ts';
import { rootDir } from '../environment.ts';
import { busy } from '../errors.ts';
import { serverLimits } from '../limits.ts';
import { aside } from '../request-context.ts';

const { saltBytes, concurrent, queued } = serverLimits.passwordHash;

/** The cost of one hash: memory in KiB, passes over it, and parallel lanes. */
export type HashCost = Record<'memoryKiB' | 'passes' | 'lanes', number>;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Verifies a password. Without a stored hash it takes the same time and returns false (constant-time login, D8). */
  verify(storedHash: string | null, password: string): Promise<boolean>;
  /** Whether a hash uses other parameters than today's. */
  isOutdated(storedHash: string): boolean;
}

/**
 * Argon2id in worker threads, so that many sign-ins do not delay files and pages. Runs at most four hashes at once, because each
 * takes 19 MiB and a core, and queues the next 64 (D8).
 *
 * @param cost D8's by default; tests of other things use a cheaper one
 */
export function createPasswordHasher(cost: HashCost = serverLimits.passwordHash): PasswordHasher {
  const { memoryKiB, passes, lanes } = cost;
  const parameters = `m=${memoryKiB},t=${passes},p=${lanes}`;
  // A dummy hash for unknown users: as costly to verify as a real one, and no password's. Salt and hash are zeros.
  const dummyHash = `$argon2id$v=19$${parameters}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  const options = {
    // Argon2id; the library exports its enum as types only.
    algorithm: 2,
    memoryCost: memoryKiB,
    timeCost: passes,
    parallelism: lanes,
  };
  const pool = new Tinypool({
    filename: path.join(rootDir, 'api/src/passwords/hash-worker.js'),
    minThreads: 0,
    // Leaves one core for everything else.
    maxThreads: Math.min(concurrent, Math.max(1, availableParallelism() - 1)),
    idleTimeout: minute,
    // Without this process's TypeScript loader.
    execArgv: [],
  });
  let pending = 0;

  async function run(name: 'hash' | 'verify', task: object): Promise<unknown> {
    if (pending >= concurrent + queued) throw busy(1, new Error('The queue of password hashes is full.'));
    pending += 1;
    try {
      return await aside(pool.run(task, { name }));
    } finally {
      pending -= 1;
    }
  }

  // Safe: these are the return types of the worker's two functions.
  const hash = (password: string) => run('hash', { password, options }) as Promise<string>;
  const verify = (storedHash: string, password: string) =>
    run('verify', { storedHash, password }) as Promise<boolean>;

  return {
    hash,
    async verify(storedHash, password) {
      const isRight = await verify(storedHash ?? dummyHash, password);
      return isRight && storedHash !== null;
    },
    isOutdated(storedHash) {
      const [, version, used] = /^\$argon2id\$v=(\d+)\$([^$]+)\$/.exec(storedHash) ?? [];
      return version !== '19' || used !== parameters;
    },
  };
}

// The library generates each hash's salt; this checks the length that D8 requires.
if (saltBytes !== 16) throw new Error('The argon2 library uses salts of 16 bytes.');
