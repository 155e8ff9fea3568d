import { createHmac } from 'node:crypto';
import { skeletonOf } from '@frens/contract/usernames';
import { day, endsAhead, fromNow } from '../../clock.ts';
import { siteKey } from '../../database/site-key.model.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';

type NameServices = Pick<Services, 'db' | 'clock'>;

/** The stored form of a name: an HMAC of its confusable skeleton, so look-alike names count as one (D4). */
async function reservedIdOf({ db }: NameServices, username: string): Promise<string> {
  const key = await siteKey(db.models.SiteKey, 'held-names');
  return createHmac('sha256', key).update(skeletonOf(username)).digest('base64url');
}

/** Reserves the username of an erased member for 30 days, in the caller's transaction (D46). */
export async function reserveName(services: NameServices, username: string): Promise<void> {
  const _id = await reservedIdOf(services, username);
  const freeAt = fromNow(services.clock, serverLimits.nameHeldDays * day);
  await services.db.models.HeldName.updateOne({ _id }, { $set: { freeAt } }, { upsert: true });
}

/** Whether a name, or one that looks like it, belonged to a member who was erased in the last 30 days. */
export async function isNameReserved(services: NameServices, username: string): Promise<boolean> {
  const _id = await reservedIdOf(services, username);
  // The TTL index deletes with a delay; this filter is exact.
  const freeAt = endsAhead(services.clock, serverLimits.nameHeldDays * day);
  return Boolean(await services.db.models.HeldName.exists({ _id, freeAt }));
}
