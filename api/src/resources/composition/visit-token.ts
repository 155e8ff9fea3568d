import { createHmac, timingSafeEqual } from 'node:crypto';
import { day, endsAhead, isIn } from '../../clock.ts';
import { siteKey } from '../../database/site-key.model.ts';
import type { Services } from '../../services.ts';

/** How long a page may be open and still report a failure, in milliseconds. */
const validFor = day;

/** Hashes a text with the key of these reports. */
export async function keyedHash({ db }: Pick<Services, 'db'>, text: string): Promise<string> {
  const key = await siteKey(db.models.SiteKey, 'composition-reports');
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** What a page has asked for. */
export interface Visit {
  /** Id of the composition that it was made from; null where that was not live any more. */
  composition: string | null;
  versions: readonly string[];
}

/** What shows that a page has asked for some versions here. */
export async function visitToken(
  services: Pick<Services, 'db' | 'clock'>,
  { composition, versions }: Visit,
): Promise<string> {
  const text = [services.clock.now().getTime() + validFor, composition ?? '', ...versions].join(' ');
  return `${Buffer.from(text).toString('base64url')}.${await keyedHash(services, `visit ${text}`)}`;
}

/** Reads a token that was made here, not too long ago; null for every other. */
export async function readVisitToken(
  services: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<Visit | null> {
  const [encoded = '', proof = ''] = token.split('.');
  const text = Buffer.from(encoded, 'base64url').toString();
  const expected = Buffer.from(await keyedHash(services, `visit ${text}`));
  const given = Buffer.from(proof);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [endsAt, composition, ...versions] = text.split(' ');
  if (!isIn(new Date(Number(endsAt)), endsAhead(services.clock, validFor))) return null;
  return { composition: composition || null, versions };
}
