import { createHmac, timingSafeEqual } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { canonicalAddress } from '@frens/contract/mail-address';
import { siteKey } from '../../database/site-key.model.ts';
import type { Services } from '../../services.ts';

type StopServices = Pick<Services, 'db' | 'clock'>;

const keyOfSite = ({ db }: Pick<Services, 'db'>) => siteKey(db.models.SiteKey, 'mail-stops');
const keyed = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url');
/** How an address is kept. */
const stopIdOf = (key: string, emailKey: string) => keyed(key, `address ${emailKey}`);
/** What shows that a token is ours, so that nobody can fill the database with made-up ones. */
const proofOf = (key: string, stopId: string) => keyed(key, `token ${stopId}`);

/** What stands in an invitation for whoever wants no more of them; null when they have said so before. */
export async function stopTokenFor(services: Pick<Services, 'db'>, email: string): Promise<string | null> {
  const key = await keyOfSite(services);
  const address = canonicalAddress(email);
  const stopId = stopIdOf(key, address);
  // Stops of before were kept by the address as it was written, which a hash does not tell.
  const written = address.replace(/[^@]+$/, (domain) => domainToUnicode(domain));
  const forms = [address, written, email.normalize('NFC').toLowerCase()].map((form) => stopIdOf(key, form));
  if (await services.db.models.MailStop.exists({ _id: { $in: forms } })) return null;
  return `${stopId}.${proofOf(key, stopId)}`;
}

/** Which address a token was made for, as it is kept; null when the token is none of ours. */
async function stopIdIn(services: Pick<Services, 'db'>, token: string): Promise<string | null> {
  const [stopId = '', proof = ''] = token.split('.');
  const expected = Buffer.from(proofOf(await keyOfSite(services), stopId));
  const given = Buffer.from(proof);
  return given.length === expected.length && timingSafeEqual(given, expected) ? stopId : null;
}

/** Whether a token still stops something, or has done so before; null when it is none of ours. */
export async function findStop(
  services: Pick<Services, 'db'>,
  token: string,
): Promise<{ isUsable: boolean; isDone: boolean } | null> {
  const stopId = await stopIdIn(services, token);
  if (stopId === null) return null;
  return { isUsable: true, isDone: (await services.db.models.MailStop.exists({ _id: stopId })) !== null };
}

/** Sends no more invitations to the address that a token was made for. Returns whether it is one of ours. */
export async function stopMails(services: StopServices, token: string): Promise<boolean> {
  const stopId = await stopIdIn(services, token);
  if (stopId === null) return false;
  const { db, clock } = services;
  await db.models.MailStop.updateOne(
    { _id: stopId },
    { $setOnInsert: { createdAt: clock.now() } },
    { upsert: true },
  );
  return true;
}
