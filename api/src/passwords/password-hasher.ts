import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../errors.ts';
import { serverLimits } from '../limits.ts';

const { memoryKiB, passes, lanes, saltBytes, concurrent, queued } = serverLimits.passwordHash;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether the password made the hash. Without a hash it does the same work and says no (D8). */
  verify(storedHash: string | null, password: string): Promise<boolean>;
  /** Whether a hash was made with weaker parameters than today's. */
  isOutdated(storedHash: string): boolean;
}

/** Argon2id, at most four at once: each takes 19 MiB and a core, and the next 64 wait their turn (D8). */
export function createPasswordHasher(): PasswordHasher {
  const options = {
    // Argon2id; the library's enum exists in its types only.
    algorithm: 2,
    memoryCost: memoryKiB,
    timeCost: passes,
    parallelism: lanes,
  };
  const waiting: Array<() => void> = [];
  let running = 0;

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= concurrent) {
      if (waiting.length >= queued) throw unavailable(new Error('The queue of password hashes is full.'), 1);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The place goes to the next in line, or is free.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  const hashNow = (password: string) => inTurn(() => hash(password, options));
  let nobodysHash: Promise<string> | undefined;
  return {
    hash: hashNow,
    async verify(storedHash, password) {
      if (storedHash !== null) return inTurn(() => verify(storedHash, password));
      nobodysHash ??= hashNow('no account has this password');
      const comparison = await nobodysHash;
      await inTurn(() => verify(comparison, password));
      return false;
    },
    isOutdated(storedHash) {
      const [, version, parameters] = /^\$argon2id\$v=(\d+)\$([^$]+)\$/.exec(storedHash) ?? [];
      return version !== '19' || parameters !== `m=${memoryKiB},t=${passes},p=${lanes}`;
    },
  };
}

// The library makes a salt of its own for every hash; this pins the length that D8 asks for.
if (saltBytes !== 16) throw new Error('The argon2 library uses salts of 16 bytes.');
