import { hash } from 'node:crypto';
import type { Panda } from './panda.model.ts';

/** The versioned address of a Panda's drawing. */
export function pictureAddressOf(panda: Panda): string {
  return `/media/pandas/${String(panda._id)}.svg?v=${pictureVersion(panda)}`;
}

/** A hash of everything that changes the drawing (the seed never does), so that versioned addresses can be cached for a year. */
export function pictureVersion(panda: Panda): string {
  const { warmth, service, creativity, wisdom, adventure } = panda.traits;
  const drawn = [warmth, service, creativity, wisdom, adventure, Math.round(Number(panda.quotient))].join();
  return hash('sha256', drawn).slice(0, 12);
}
