import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that the running code serves; background work such as jobs has none. */
export interface RequestContext {
  /** Aborts the request's work after a timeout response or when the client disconnects. */
  signal: AbortSignal;
  /** The request's place in admission control; absent for exempt requests. */
  place?: Place;
}

/** A place in admission control (D78). */
export interface Place {
  /** How long the request was queued, in milliseconds. */
  readonly waitedMs: number;
  /** Attributes the place to a member, once the session is known. */
  belongTo(memberId: string): void;
  /** Awaits something outside this process while other requests use the place. */
  aside<Result>(wait: Promise<Result>): Promise<Result>;
  /** Frees the place for the next request. */
  leave(): void;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs work in a request's context. */
export const runForRequest = <Result>(context: RequestContext, work: () => Result): Result =>
  storage.run(context, work);

/** Runs work that serves several requests, outside any request's context. */
export const outsideRequest = <Result>(work: () => Result): Result => storage.exit(work);

export const requestContext = (): RequestContext | undefined => storage.getStore();

/** Awaits a queue, a thread or a remote service without holding a place in admission control. */
export function aside<Result>(wait: Promise<Result>): Promise<Result> {
  return storage.getStore()?.place?.aside(wait) ?? wait;
}
