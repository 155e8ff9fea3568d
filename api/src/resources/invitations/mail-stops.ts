import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalAddress } from '@frens/contract/mail-address';
import { siteKey } from '../../database/site-key.model.ts';
import type { Services } from '../../services.ts';

type StopServices = Pick<Services, 'db' | 'clock'>;

const keyOfSite = ({ db }: Pick<Services, 'db'>) => siteKey(db.models.SiteKey, 'mail-stops');
const keyed = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url');
/** The stored form of an address: its HMAC. */
const stopIdOf = (key: string, emailKey: string) => keyed(key, `address ${emailKey}`);
/** Signs a token, so that nobody can fill the database with invented ones. */
const proofOf = (key: string, stopId: string) => keyed(key, `token ${stopId}`);

/** The unsubscribe token of an invitation; null if the address has unsubscribed. */
export async function stopTokenFor(services: Pick<Services, 'db'>, email: string): Promise<string | null> {
  const key = await keyOfSite(services);
  const stopId = stopIdOf(key, canonicalAddress(email));
  if (await services.db.models.MailStop.exists({ _id: stopId })) return null;
  return `${stopId}.${proofOf(key, stopId)}`;
}

/** The stored form of a token's address; null if the token is invalid. */
async function stopIdIn(services: Pick<Services, 'db'>, token: string): Promise<string | null> {
  const [stopId = '', proof = ''] = token.split('.');
  const expected = Buffer.from(proofOf(await keyOfSite(services), stopId));
  const given = Buffer.from(proof);
  return given.length === expected.length && timingSafeEqual(given, expected) ? stopId : null;
}

/** Whether a token is usable and whether its address has unsubscribed; null if the token is invalid. */
export async function findStop(
  services: Pick<Services, 'db'>,
  token: string,
): Promise<{ isUsable: boolean; isDone: boolean } | null> {
  const stopId = await stopIdIn(services, token);
  if (stopId === null) return null;
  return { isUsable: true, isDone: (await services.db.models.MailStop.exists({ _id: stopId })) !== null };
}

/** Unsubscribes a token's address from invitations. Returns whether the token is valid. */
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
