import { errorCodes } from '@frens/contract/errors';
import { mongo } from 'mongoose';
import { expect, it, vi } from 'vitest';
import { AppError } from './errors.ts';
import { createLog } from './log.ts';
import { onUncaughtError } from './uncaught-errors.ts';

const gone = new AppError(408, errorCodes.requestTimeout);
const taken = new mongo.MongoServerError({ message: 'dup key: maya@example.org', code: 11_000 });

it.each([
  ['unhandledRejection', gone, false],
  ['unhandledRejection', taken, false],
  ['unhandledRejection', new Error('forgotten'), true],
  ['uncaughtException', gone, true],
] as const)('an %s of %s ends the process: %s', (origin, error, ends) => {
  const lines: string[] = [];
  const exit = vi.fn<(code: number) => void>();
  const log = createLog({ logLevel: 'error', build: 'test' }, { write: (line) => lines.push(line) });
  onUncaughtError(log, exit)(error, origin);
  expect(exit.mock.calls).toEqual(ends ? [[1]] : []);
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('maya@');
});
