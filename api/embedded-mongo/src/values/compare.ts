import { ObjectId } from 'bson';
import type { Collation } from '../query/collation.ts';
import { keyOf } from './keys.ts';
import { orderOfType } from './types.ts';

/** Compares values of any types like MongoDB: negative, zero or positive. */
export function compareValues(a: unknown, b: unknown, collation?: Collation): number {
  if (typeof a === 'number' && typeof b === 'number' && a === a && b === b) return a - b || 0;
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  return orderOfType(a) - orderOfType(b) || Buffer.compare(keyOf(a, collation), keyOf(b, collation));
}

/** Whether two values are equal in a query; 1, 1.0, Long 1 and Decimal128 1.0 are. */
export function equalValues(a: unknown, b: unknown, collation?: Collation): boolean {
  if (a === b) return true;
  if (typeof a === 'string' && typeof b === 'string' && !collation) return false;
  if (a instanceof ObjectId && b instanceof ObjectId) return a.equals(b);
  return compareValues(a, b, collation) === 0;
}

/** A string that is the same exactly for equal values. */
export const identityOf = (value: unknown, collation?: Collation): string =>
  keyOf(value, collation).toString('latin1');
