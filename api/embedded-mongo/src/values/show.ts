import { ObjectId } from 'bson';
import { isDocument } from './types.ts';

/** Formats a value as in MongoDB's error messages. */
export function show(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`;
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (Array.isArray(value)) return `[ ${value.map(show).join(', ')} ]`;
  if (!isDocument(value)) return String(value);
  const fields = Object.entries(value).map(([name, item]) => `${name}: ${show(item)}`);
  return `{ ${fields.join(', ')} }`;
}
