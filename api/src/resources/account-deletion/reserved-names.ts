import { createHmac } from 'node:crypto';
import { skeletonOf } from '@frens/contract/usernames';
import { day, endsAhead, fromNow } from '../../clock.ts';
import { siteKey } from '../../database/site-key.model.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';

type NameServices = Pick<Services, 'db' | 'clock'>;

/** How a name that is held is kept: names that read alike are one (D4). */
async function heldIdOf({ db }: NameServices, username: string): Promise<string> {
  const key = await siteKey(db.models.SiteKey, 'held-names');
  return createHmac('sha256', key).update(skeletonOf(username)).digest('base64url');
}

/** Keeps the name of an erased member from everybody for a while, in the caller's transaction (D46). */
export async function reserveName(services: NameServices, username: string): Promise<void> {
  const _id = await heldIdOf(services, username);
  const freeAt = fromNow(services.clock, serverLimits.nameHeldDays * day);
  await services.db.models.HeldName.updateOne({ _id }, { $set: { freeAt } }, { upsert: true });
}

/** Whether a name was the name of somebody who was erased not long ago. */
export async function isNameReserved(services: NameServices, username: string): Promise<boolean> {
  const _id = await heldIdOf(services, username);
  // The database forgets in its own time; here it is exact.
  const freeAt = endsAhead(services.clock, serverLimits.nameHeldDays * day);
  return Boolean(await services.db.models.HeldName.exists({ _id, freeAt }));
}
