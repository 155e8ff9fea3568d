import { inspect } from 'node:util';
import type { Logger } from 'pino';

/** Errors that test servers logged since the last test. */
const errors: unknown[] = [];

/** Also records logged errors unchanged, because log lines omit members' data. */
export function keepErrorsOf(log: Logger): Logger {
  const error = log.error.bind(log);
  log.error = (...words: Parameters<typeof error>) => {
    const [facts] = words as unknown[];
    if (typeof facts === 'object' && facts !== null && 'err' in facts) errors.push(facts.err);
    error(...words);
  };
  return log;
}

/** Returns and clears the recorded errors. */
export const takeErrors = (): string[] => errors.splice(0).map((error) => inspect(error));
