import { isDocument } from './types.ts';

/** Copies documents and arrays; their values are immutable and shared. */
export function structuredCopy<T>(value: T): T {
  // Safe: both branches rebuild the same shape, which the type checker cannot see.
  if (Array.isArray(value)) return value.map(structuredCopy) as T;
  if (!isDocument(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, structuredCopy(item)])) as T;
}
