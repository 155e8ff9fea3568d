import { inspect } from 'node:util';
import type { Logger } from 'pino';
import { afterEach } from 'vitest';

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

// Set-up of the tests of servers (vitest.config.ts): an answer 500 tells its caller nothing, so a test that fails tells what was behind it.
afterEach(({ task }) => {
  const told = errors.splice(0).map((error) => inspect(error));
  if (task.result?.state === 'fail' && told.length > 0)
    throw new Error(`The server met these errors:\n${told.join('\n')}`);
});
