import { Timestamp } from 'bson';
import type { Document } from './types.ts';

let lastSecond = 0;
let increment = 0;

/** A cluster time that never repeats. */
export function nextTimestamp(): Timestamp {
  const now = Math.floor(Date.now() / 1000);
  increment = now > lastSecond ? 1 : increment + 1;
  lastSecond = Math.max(now, lastSecond);
  return new Timestamp({ t: lastSecond, i: increment });
}

/** An empty Timestamp at the top of a document asks the server for the time. */
export function fillTimestamps(doc: Document): Document {
  for (const [name, value] of Object.entries(doc))
    if (name !== '_id' && value instanceof Timestamp && value.isZero()) doc[name] = nextTimestamp();
  return doc;
}
