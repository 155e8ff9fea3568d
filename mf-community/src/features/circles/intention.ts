/** What a member means to do once, however often the request has to be sent (D52). */
export interface Intention {
  /** The `Idempotency-Key` of this request: the same until it succeeded or says something else. */
  keyFor(request: unknown): string;
  /** The request succeeded; the next one is meant anew. */
  fulfil(): void;
}

/** Starts with nothing intended. */
export function createIntention(): Intention {
  let current: { text: string; key: string } | null = null;
  return {
    keyFor(request) {
      const text = JSON.stringify(request);
      if (current?.text !== text) current = { text, key: crypto.randomUUID() };
      return current.key;
    },
    fulfil() {
      current = null;
    },
  };
}
