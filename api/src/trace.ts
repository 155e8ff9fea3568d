import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** A request's position in a distributed trace (W3C Trace Context). */
export interface Trace {
  traceId: string;
  /** The id of our span. */
  spanId: string;
  /** Two hex digits; the last bit means that the caller samples the trace. */
  flags: string;
}

const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?$/;
/** The only version of the format. Later ones may append fields; this one may not. */
const version = '00';

const storage = new AsyncLocalStorage<Trace>();

/** 32 hex digits. Node draws random bytes for many UUIDs at once, while each `randomBytes` is a system call. */
const randomHex = (): string => randomUUID().replaceAll('-', '');

/** Continues the trace of a `traceparent` header; starts a new one when it is absent or malformed. */
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

/** Runs work that serves several requests, outside any request's trace. */
export const outsideTrace = <Result>(work: () => Result): Result => storage.exit(work);

/** The trace fields of each log line, named as in OpenTelemetry. */
export function traceFields(): Record<string, string> {
  const trace = storage.getStore();
  return trace ? { trace_id: trace.traceId, span_id: trace.spanId, trace_flags: trace.flags } : {};
}

/** The `traceparent` header for outgoing requests; background work has none. */
export function traceparent(): string | undefined {
  const trace = storage.getStore();
  return trace && `${version}-${trace.traceId}-${trace.spanId}-${trace.flags}`;
}
