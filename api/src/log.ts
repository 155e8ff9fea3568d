import mongoose from 'mongoose';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { diskRefusalOf } from './errors.ts';
import { traceFields } from './trace.ts';

/** An error in the log: its type and origin, never members' data. */
interface LoggedError {
  type: string;
  code?: string | number;
  /** A mail server's response. */
  responseCode?: number;
  message?: string;
  at: string[];
  cause?: LoggedError;
}

/** The log (D54): JSON lines. Leaves out further properties of errors, such as the bytes of a malformed request. */
export function createLog(
  { logLevel, build }: Pick<Config, 'logLevel' | 'build'>,
  destination?: DestinationStream,
): Logger {
  const options = { level: logLevel, base: { build }, serializers: { err: errorFields }, mixin: traceFields };
  return pino(options, destination ?? (output ??= writeOncePerTurn(pino.destination(1))));
}

/** The shared buffered writer to standard output, created on first use. */
let output: DestinationStream | undefined;

/** Buffers the lines of one event-loop turn: under load, a system call for each line cost as much as refusing its request. */
function writeOncePerTurn(destination: DestinationStream): DestinationStream {
  let lines = '';
  const flush = (): void => {
    const text = lines;
    lines = '';
    if (text !== '') destination.write(text);
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

/** Serialises an error without members' data. */
export function errorFields(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, at: [] };
  const code = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...('responseCode' in error && typeof error.responseCode === 'number'
      ? { responseCode: error.responseCode }
      : {}),
    ...(quotesValues(error) ? {} : { message: error.message }),
    at: (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)),
    ...(error.cause === undefined ? {} : { cause: errorFields(error.cause) }),
  };
}

/** Whether an error comes from a mail server. Its messages quote the addresses that it refuses. */
function isOfMail(error: Error): boolean {
  return 'command' in error || 'responseCode' in error || 'rejected' in error;
}

/** Describes an error in one line without members' data. */
export function errorLine(error: unknown): string {
  const { type, code, responseCode, message } = errorFields(error);
  return message ?? [type, code, responseCode].filter((part) => part !== undefined).join(' ');
}

/** Whether an error's message may contain members' data, such as the e-mail address of a duplicate key. */
function quotesValues(error: Error): boolean {
  return (
    // A disk error contains no data, and operators need its message.
    (error instanceof mongoose.mongo.MongoError && !diskRefusalOf(error)) ||
    error instanceof mongoose.Error ||
    error instanceof SyntaxError ||
    error.name === 'ZodError' ||
    isOfMail(error)
  );
}
