import { createHmac, timingSafeEqual } from 'node:crypto';
import { siteKey } from '../../database/site-key.model.ts';
import type { Services } from '../../services.ts';

/** How long a page may be open and still report a failure, in milliseconds. */
const validFor = 24 * 60 * 60_000;

/** Hashes a text with the key of these reports. */
export async function keyedHash({ db }: Pick<Services, 'db'>, text: string): Promise<string> {
  const key = await siteKey(db.models.SiteKey, 'composition-reports');
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** What shows that a page has asked for some versions here. */
export async function visitToken(
  services: Pick<Services, 'db' | 'clock'>,
  versions: readonly string[],
): Promise<string> {
  const text = `${services.clock.now().getTime() + validFor} ${versions.join(' ')}`;
  return `${Buffer.from(text).toString('base64url')}.${await keyedHash(services, `visit ${text}`)}`;
}

/** Whether a token was made for a page that asked for a version, not too long ago. */
export async function isTokenOf(
  services: Pick<Services, 'db' | 'clock'>,
  token: string,
  version: string,
): Promise<boolean> {
  const [encoded = '', proof = ''] = token.split('.');
  const text = Buffer.from(encoded, 'base64url').toString();
  const expected = Buffer.from(await keyedHash(services, `visit ${text}`));
  const given = Buffer.from(proof);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const [endsAt, ...versions] = text.split(' ');
  return Number(endsAt) > services.clock.now().getTime() && versions.includes(version);
}
