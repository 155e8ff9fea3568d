import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReportingOptions } from './page-reports.ts';
import { day, minute } from './reporting-window.ts';

/** Hashes a text with the key of these reports. */
export async function keyedHash({ key }: Pick<ReportingOptions, 'key'>, text: string): Promise<string> {
  return createHmac('sha256', await key())
    .update(text)
    .digest('base64url');
}

/** What a page has asked for. */
export interface Visit {
  /** Id of the composition that it was made from; null where that was not live any more. */
  composition: string | null;
  versions: readonly string[];
}

type Signing = Pick<ReportingOptions, 'key' | 'now'>;

/** What shows that a page has asked for some versions here. It may be open for a day and still report a failure. */
export async function visitToken(host: Signing, { composition, versions }: Visit): Promise<string> {
  const text = [host.now().getTime() + day, composition ?? '', ...versions].join(' ');
  return `${Buffer.from(text).toString('base64url')}.${await keyedHash(host, `visit ${text}`)}`;
}

/** Reads a token that was made here, not too long ago; null for every other. */
export async function readVisitToken(host: Signing, token: string): Promise<Visit | null> {
  const [encoded = '', proof = ''] = token.split('.');
  const text = Buffer.from(encoded, 'base64url').toString();
  const expected = Buffer.from(await keyedHash(host, `visit ${text}`));
  const given = Buffer.from(proof);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [endsAt, composition, ...versions] = text.split(' ');
  const left = Number(endsAt) - host.now().getTime();
  // One that ends later than a new one would is of a clock that has gone back; those of two processes may differ a little.
  return left > 0 && left <= day + minute ? { composition: composition || null, versions } : null;
}
