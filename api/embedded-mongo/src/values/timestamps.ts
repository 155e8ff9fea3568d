import { Timestamp } from 'bson';
import type { Document } from './types.ts';

let lastSecond = 0;
let increment = 0;

/** A unique cluster time. */
export function nextTimestamp(): Timestamp {
  const now = Math.floor(Date.now() / 1000);
  increment = now > lastSecond ? 1 : increment + 1;
  lastSecond = Math.max(now, lastSecond);
  return new Timestamp({ t: lastSecond, i: increment });
}

/** Replaces empty top-level Timestamps with the current time, like MongoDB. */
export function fillTimestamps(doc: Document): Document {
  for (const [name, value] of Object.entries(doc))
    if (name !== '_id' && value instanceof Timestamp && value.isZero()) doc[name] = nextTimestamp();
  return doc;
}
