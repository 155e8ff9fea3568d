import { hash } from 'node:crypto';
import { idForm } from '@frens/contract/fields';
import { Types } from 'mongoose';
import { notFound } from '../errors.ts';

export type ObjectId = Types.ObjectId;

/** Parses an id from a request; throws 404 for malformed text. */
export function idFrom(text: string): ObjectId {
  if (!idForm.test(text)) throw notFound();
  return new Types.ObjectId(text);
}

/** An id that no document has; looking it up costs the same as any other. */
export const noId = new Types.ObjectId('0'.repeat(24));

export function newId(): ObjectId {
  return new Types.ObjectId();
}

/** Derives a stable id from a text by hashing. */
export function idMadeOf(text: string): ObjectId {
  return new Types.ObjectId(hash('sha256', text).slice(0, 24));
}

/** Whether a stored value is an id. */
export function isId(value: unknown): value is ObjectId {
  return value instanceof Types.ObjectId;
}

/** Whether a stored value is this id. */
export function sameId(value: unknown, id: ObjectId): boolean {
  return isId(value) && value.equals(id);
}
