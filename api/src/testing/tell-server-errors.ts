import { afterEach } from 'vitest';
import { takeErrors } from './server-errors.ts';

// Set-up of the tests of servers (vitest.config.ts): an answer 500 tells its caller nothing, so a test that fails tells what was behind it.
afterEach(({ task }) => {
  const told = takeErrors();
  if (task.result?.state === 'fail' && told.length > 0)
    throw new Error(`The server met these errors:\n${told.join('\n')}`);
});
