import { afterEach } from 'vitest';
import { takeErrors } from './server-errors.ts';

// Set-up of server tests (vitest.config.ts): a 500 response hides its cause, so a failing test shows the recorded errors.
afterEach(({ task }) => {
  const errors = takeErrors();
  if (task.result?.state === 'fail' && errors.length > 0)
    throw new Error(`The server met these errors:\n${errors.join('\n')}`);
});
