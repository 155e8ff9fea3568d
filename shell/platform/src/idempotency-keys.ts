/** Creates and keeps idempotency keys: one per intended effect, however often the request is sent (D52). */
export interface IdempotencyKeys {
  /** The `Idempotency-Key` of this request: unchanged until it succeeds or the request differs. */
  keyFor(request: unknown): string;
  /** The request succeeded; the next one gets a new key, even if it is identical. */
  fulfil(): void;
}

/** A new idempotency key. Not from `randomUUID`, which pages on plain http lack. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Starts without a key. */
export function createIdempotencyKeys(): IdempotencyKeys {
  let current: { text: string; key: string } | null = null;
  return {
    keyFor(request) {
      // A request without a body has no text.
      const text = JSON.stringify(request) ?? '';
      if (current?.text !== text) current = { text, key: newIdempotencyKey() };
      return current.key;
    },
    fulfil() {
      current = null;
    },
  };
}
