/** What a member means to happen once, however often the request has to be sent (D52). */
export interface IdempotencyKeys {
  /** The `Idempotency-Key` of this request: the same until it succeeded or asks for something else. */
  keyFor(request: unknown): string;
  /** The request succeeded; the next one is meant anew, even if it says the same. */
  fulfil(): void;
}

/** A new idempotency key. By random bytes and not `randomUUID`, which a page on plain http does not have. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Starts with nothing intended. */
export function createIdempotencyKeys(): IdempotencyKeys {
  let current: { text: string; key: string } | null = null;
  return {
    keyFor(request) {
      // A request that says nothing has no text.
      const text = JSON.stringify(request) ?? '';
      if (current?.text !== text) current = { text, key: newIdempotencyKey() };
      return current.key;
    },
    fulfil() {
      current = null;
    },
  };
}
