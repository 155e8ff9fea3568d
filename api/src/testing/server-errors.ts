import { inspect } from 'node:util';
import type { Logger } from 'pino';

/** What made servers of tests answer 500, or is an error of their log, since the last test. */
const errors: unknown[] = [];

/** Keeps the errors of a log as they are: its lines leave out what people sent. */
export function keepErrorsOf(log: Logger): Logger {
  const error = log.error.bind(log);
  log.error = (...words: Parameters<typeof error>) => {
    const [facts] = words as unknown[];
    if (typeof facts === 'object' && facts !== null && 'err' in facts) errors.push(facts.err);
    error(...words);
  };
  return log;
}

/** What has been kept since it was last asked for. */
export const takeErrors = (): string[] => errors.splice(0).map((error) => inspect(error));
