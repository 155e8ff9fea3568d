import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReportingOptions } from './page-reports.ts';
import { day, minute } from './reporting-window.ts';

/** Computes the HMAC of a text with the host's key. */
export async function keyedHash({ key }: Pick<ReportingOptions, 'key'>, text: string): Promise<string> {
  return createHmac('sha256', await key())
    .update(text)
    .digest('base64url');
}

/** The versions that a page has requested. */
export interface Visit {
  /** Id of its composition; null if it was no longer live. */
  composition: string | null;
  versions: readonly string[];
}

type Signing = Pick<ReportingOptions, 'key' | 'now'>;

/** Signs a visit, so that the page can report failures for a day. */
export async function visitToken(host: Signing, { composition, versions }: Visit): Promise<string> {
  const text = [host.now().getTime() + day, composition ?? '', ...versions].join(' ');
  return `${Buffer.from(text).toString('base64url')}.${await keyedHash(host, `visit ${text}`)}`;
}

/** Verifies a token; null if it is invalid or expired. */
export async function readVisitToken(host: Signing, token: string): Promise<Visit | null> {
  const [encoded = '', proof = ''] = token.split('.');
  const text = Buffer.from(encoded, 'base64url').toString();
  const expected = Buffer.from(await keyedHash(host, `visit ${text}`));
  const given = Buffer.from(proof);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [endsAt, composition, ...versions] = text.split(' ');
  const left = Number(endsAt) - host.now().getTime();
  // A token that outlives a new one comes from a clock that was set back; a minute is allowed between processes.
  return left > 0 && left <= day + minute ? { composition: composition || null, versions } : null;
}
