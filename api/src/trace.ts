import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Where a request stands in a distributed trace (W3C Trace Context). */
export interface Trace {
  traceId: string;
  /** Our part of the trace. */
  spanId: string;
  /** Two hex digits; the last bit says that the caller records the trace. */
  flags: string;
}

const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?$/;
/** The only version there is. Later ones may have further fields, this one none. */
const version = '00';

const storage = new AsyncLocalStorage<Trace>();

/** 32 hex digits. Node draws the random bytes of many UUIDs at once, where each `randomBytes` is a system call. */
const randomHex = (): string => randomUUID().replaceAll('-', '');

/** Continues the trace that a `traceparent` header names, or begins one where there is none or it is malformed. */
export function continueTrace(header: string): Trace {
  const [, traceId, flags, more] = form.exec(header) ?? [];
  const isRead = traceId !== undefined && !(header.startsWith(`${version}-`) && more !== undefined);
  return {
    traceId: isRead ? traceId : randomHex(),
    spanId: randomHex().slice(16),
    flags: isRead ? (flags ?? '00') : '00',
  };
}

/** Runs a request's work in its trace. */
export const runInTrace = <Result>(trace: Trace, work: () => Result): Result => storage.run(trace, work);

/** Runs work that serves several requests, in no request's trace. */
export const outsideTrace = <Result>(work: () => Result): Result => storage.exit(work);

/** What each log line of a request says about its trace, in the names of OpenTelemetry. */
export function traceFields(): Record<string, string> {
  const trace = storage.getStore();
  return trace ? { trace_id: trace.traceId, span_id: trace.spanId, trace_flags: trace.flags } : {};
}

/** The `traceparent` that the running code hands on; background work has none. */
export function traceparent(): string | undefined {
  const trace = storage.getStore();
  return trace && `${version}-${trace.traceId}-${trace.spanId}-${trace.flags}`;
}
