import mongoose from 'mongoose';
import type { Logger } from 'pino';
import { AppError } from './errors.ts';

/**
 * A listener for the process's `uncaughtException`. A rejection that nobody awaits any more ends the process only if more than one request is
 * concerned: not one that was given up, because its client left or the database is away. Without the listener Node prints the whole error,
 * members' data included, or nothing: the embedded database kills a process that exits with an error, before Node prints.
 *
 * @param exit ends the process
 */
export const onUncaughtError =
  (log: Logger, exit: (code: number) => void): NodeJS.UncaughtExceptionListener =>
  (error, origin) => {
    const isOfRequest = error instanceof AppError || error instanceof mongoose.mongo.MongoError;
    if (origin === 'unhandledRejection' && isOfRequest) {
      log.error({ err: error }, 'A request has left a failure that nothing awaits.');
      return;
    }
    log.fatal({ err: error }, 'An uncaught error ends the process.');
    exit(1);
  };
