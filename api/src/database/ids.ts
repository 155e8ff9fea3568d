import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import { notFound } from '../errors.ts';

export type ObjectId = Types.ObjectId;

/** The id that a caller named; a text that cannot be an id names nothing. */
export function idFrom(text: string): ObjectId {
  // In one spelling only: what is kept under an id must not be found under a second one.
  if (!/^[0-9a-f]{24}$/.test(text)) throw notFound();
  return new Types.ObjectId(text);
}

export function newId(): ObjectId {
  return new Types.ObjectId();
}

/** The id that always belongs to this text. */
export function idMadeOf(text: string): ObjectId {
  return new Types.ObjectId(createHash('sha256').update(text).digest('hex').slice(0, 24));
}

/** Whether a stored value is an id. */
export function isId(value: unknown): value is ObjectId {
  return value instanceof Types.ObjectId;
}

/** Whether a stored value is this id. */
export function sameId(value: unknown, id: ObjectId): boolean {
  return isId(value) && value.equals(id);
}
