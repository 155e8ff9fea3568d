/** One thing a member wants to happen, however often its request has to be sent (D52). */
export interface Intention {
  /** The `Idempotency-Key` for this request: the same until it succeeds or asks for something else. */
  keyFor(request: string): string;
  /** It happened; the next request is a new wish. */
  fulfil(): void;
}

/** Starts with nothing wished for. */
export function createIntention(): Intention {
  let current: { request: string; key: string } | null = null;
  return {
    keyFor(request) {
      if (current?.request !== request) current = { request, key: crypto.randomUUID() };
      return current.key;
    },
    fulfil() {
      current = null;
    },
  };
}
