import { randomInt } from 'node:crypto';
import type Koa from 'koa';
import type { Shown } from '../store/history-entry.ts';

/** The cookie that holds a browser's canary bucket, and nothing else. It is set only while a canary runs. */
const cookie = 'part';
const buckets = 100;

/** A visitor's bucket, 0 to 99; null before one is assigned. */
export function readCanaryBucket(ctx: Koa.Context): number | null {
  const value = ctx.cookies.get(cookie) ?? '';
  return /^\d{1,2}$/.test(value) ? Number(value) : null;
}

/**
 * Assigns a random bucket for as long as a canary may run. It takes effect when the cookie comes back: browsers without cookies
 * see the live composition.
 */
export function assignCanaryBucket(ctx: Koa.Context): void {
  ctx.cookies.set(cookie, String(randomInt(buckets)), {
    httpOnly: true,
    sameSite: 'lax',
    maxAge: 30 * 24 * 60 * 60 * 1000,
    overwrite: true,
  });
}

/** The composition for a bucket: who sees a canary keeps seeing it while its share grows. */
export function compositionFor({ composition, canary }: Shown, bucket: number | null): string {
  return canary && bucket !== null && bucket < canary.share ? canary.composition : composition;
}
