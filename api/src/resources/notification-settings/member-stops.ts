import { createHmac, timingSafeEqual } from 'node:crypto';
import { defaultNotifications, type NotificationSettings } from '@frens/contract/notification-settings';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import { siteKey } from '../../database/site-key.model.ts';
import type { Services } from '../../services.ts';

/** The settings that the unsubscribe link of a mail can switch off. */
type Stoppable = keyof NotificationSettings;
// Safe: `defaultNotifications` has exactly these keys.
const stoppable = Object.keys(defaultNotifications) as Stoppable[];

async function proofOf({ db }: Pick<Services, 'db'>, kind: string, memberId: string): Promise<string> {
  const key = await siteKey(db.models.SiteKey, 'mail-stops');
  return createHmac('sha256', key).update(`member ${kind} ${memberId}`).digest('base64url');
}

/** Makes the unsubscribe token of a mail: kind, member id and a keyed proof, so that only the mail's reader can have it. */
export async function memberStopToken(
  services: Pick<Services, 'db'>,
  kind: Stoppable,
  memberId: ObjectId,
): Promise<string> {
  return `${kind}.${String(memberId)}.${await proofOf(services, kind, String(memberId))}`;
}

/** Switches off the kind of mail that an unsubscribe token names. Returns false for a token that we did not issue. */
export async function stopMemberMails(services: Pick<Services, 'db'>, token: string): Promise<boolean> {
  const [named = '', memberId = '', proof = ''] = token.split('.');
  const kind = stoppable.find((one) => one === named);
  if (!kind) return false;
  const [expected, given] = [Buffer.from(await proofOf(services, kind, memberId)), Buffer.from(proof)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  await services.db.models.User.updateOne(
    { _id: idFrom(memberId) },
    { $set: { [`notifications.${kind}`]: false } },
  );
  return true;
}
