import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that the code at hand works for; what runs by itself, such as jobs, has none. */
export interface RequestContext {
  /** Ends what is done for the request: it has been answered without it, or its caller has gone. */
  signal: AbortSignal;
  /** The request's place among those at work; absent for those that need none. */
  place?: Place;
}

/** One of the places at work (D78). */
export interface Place {
  /** How long the request waited for it, in milliseconds. */
  readonly waitedMs: number;
  /** Counts the place as this member's from now on: the session has told who it is. */
  belongTo(memberId: string): void;
  /** Waits for something that is no work of this process, while others have the place. */
  aside<Result>(wait: Promise<Result>): Promise<Result>;
  /** Gives it to the next one. */
  leave(): void;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Does the work of a request. */
export const runForRequest = <Result>(context: RequestContext, work: () => Result): Result =>
  storage.run(context, work);

/** Does what is for several requests at once. */
export const outsideRequest = <Result>(work: () => Result): Result => storage.exit(work);

export const requestContext = (): RequestContext | undefined => storage.getStore();

/** Waits for a turn, a thread or somebody else's answer without keeping a place at work from others. */
export function aside<Result>(wait: Promise<Result>): Promise<Result> {
  return storage.getStore()?.place?.aside(wait) ?? wait;
}
