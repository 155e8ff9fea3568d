import { isDocument } from './types.ts';

/** Copies documents and arrays; the values in them are never changed in place and are shared. */
export function structuredCopy<T>(value: T): T {
  // Both branches rebuild the same shape, which the type checker cannot see.
  if (Array.isArray(value)) return value.map(structuredCopy) as T;
  if (!isDocument(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, structuredCopy(item)])) as T;
}
