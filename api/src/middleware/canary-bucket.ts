import { randomInt } from 'node:crypto';
import type { Shown } from '@frens/compose/store/history-entry';
import type Koa from 'koa';
import { day } from '../clock.ts';

/** Says which of a hundred parts of all visitors a browser belongs to, and nothing else. It is set while a canary runs, and then only. */
const cookie = 'part';
const parts = 100;

/** The part of a visitor, 0 to 99; null before one is given. */
export function partOf(ctx: Koa.Context): number | null {
  const value = ctx.cookies.get(cookie) ?? '';
  return /^\d{1,2}$/.test(value) ? Number(value) : null;
}

/** Gives a visitor a part by chance, for as long as a canary may run. It counts when it comes back: who takes no cookie goes on to see what is live. */
export function givePart(ctx: Koa.Context): void {
  ctx.cookies.set(cookie, String(randomInt(parts)), {
    httpOnly: true,
    sameSite: 'lax',
    maxAge: 30 * day,
    overwrite: true,
  });
}

/** Id of the composition that a visitor of a part sees: whoever sees a canary goes on to see it while its share grows. */
export function shownTo({ composition, canary }: Shown, part: number | null): string {
  return canary && part !== null && part < canary.share ? canary.composition : composition;
}
