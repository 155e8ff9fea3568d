import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that the running code serves; background work such as jobs has none. */
export interface RequestContext {
  /** Aborts the request's work: it was answered without it, or its caller disconnected. */
  signal: AbortSignal;
  /** The request's place in admission control; absent for requests that need none. */
  place?: Place;
}

/** A place in admission control (D78). */
export interface Place {
  /** How long the request was queued, in milliseconds. */
  readonly waitedMs: number;
  /** Assigns the place to this member: the session says who it is. */
  belongTo(memberId: string): void;
  /** Waits for something outside this process while others use the place. */
  aside<Result>(wait: Promise<Result>): Promise<Result>;
  /** Frees the place for the next request. */
  leave(): void;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs work in a request's context. */
export const runForRequest = <Result>(context: RequestContext, work: () => Result): Result =>
  storage.run(context, work);

/** Runs work that serves several requests, in no request's context. */
export const outsideRequest = <Result>(work: () => Result): Result => storage.exit(work);

export const requestContext = (): RequestContext | undefined => storage.getStore();

/** Waits for a queue, a thread or somebody else's answer without holding a place at work. */
export function aside<Result>(wait: Promise<Result>): Promise<Result> {
  return storage.getStore()?.place?.aside(wait) ?? wait;
}
