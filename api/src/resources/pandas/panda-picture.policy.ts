import { createHash } from 'node:crypto';
import type { Panda } from './panda.model.ts';

/** Where the drawing of a Panda is. */
export function pictureAddressOf(panda: Panda): string {
  return `/media/pandas/${String(panda._id)}.svg?v=${pictureVersion(panda)}`;
}

/** Changes when the picture does – a Panda keeps its seed – so that a picture may be kept for a year. */
export function pictureVersion(panda: Panda): string {
  const { warmth, service, creativity, wisdom, adventure } = panda.traits;
  const drawn = [warmth, service, creativity, wisdom, adventure, Math.round(Number(panda.quotient))].join();
  return createHash('sha256').update(drawn).digest('hex').slice(0, 12);
}
