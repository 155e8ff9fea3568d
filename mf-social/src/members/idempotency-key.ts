import { useRef } from 'react';

/** A key for one thing the member wants to happen (D52). */
export interface IdempotencyKey {
  /** The key of the present intention: the same one until it has succeeded, however often it is tried. */
  get(): string;
  /** The intention succeeded; the next one gets a new key. */
  renew(): void;
}

/** Gives an intention its key, so that trying again after a lost answer acts once. */
export function useIdempotencyKey(): IdempotencyKey {
  const key = useRef<string | null>(null);
  return {
    get: () => (key.current ??= crypto.randomUUID()),
    renew: () => {
      key.current = null;
    },
  };
}
