/** Caches values up to a total size. */
export interface ByteCache<Value> {
  get(key: string): Value | undefined;
  /** Evicts the least recently used values beyond the limit. */
  set(key: string, value: Value, bytes: number): void;
}

/** Creates a cache that holds at most so many bytes. */
export function createByteCache<Value>(mostBytes: number): ByteCache<Value> {
  /** Least recently used first. */
  const entries = new Map<string, { value: Value; bytes: number }>();
  let total = 0;

  function evict(key: string): void {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, bytes) {
      evict(key);
      entries.set(key, { value, bytes });
      total += bytes;
      for (const oldest of entries.keys()) if (total > mostBytes) evict(oldest);
    },
  };
}
