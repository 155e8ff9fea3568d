import { createHmac, timingSafeEqual } from 'node:crypto';
import { defaultNotifications, type NotificationSettings } from '@frens/contract/notification-settings';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import { siteKey } from '../../database/site-key.model.ts';
import type { Services } from '../../services.ts';

/** The mails that a member can stop from the mail itself. */
type Stoppable = keyof NotificationSettings;
// True because these are its keys.
const stoppable = Object.keys(defaultNotifications) as Stoppable[];

async function proofOf({ db }: Pick<Services, 'db'>, kind: string, memberId: string): Promise<string> {
  const key = await siteKey(db.models.SiteKey, 'mail-stops');
  return createHmac('sha256', key).update(`member ${kind} ${memberId}`).digest('base64url');
}

/** What stands in a mail to a member for whoever wants no more of its kind: only its reader has it. */
export async function memberStopToken(
  services: Pick<Services, 'db'>,
  kind: Stoppable,
  memberId: ObjectId,
): Promise<string> {
  return `${kind}.${String(memberId)}.${await proofOf(services, kind, String(memberId))}`;
}

/** Switches off the mails that a token was made for. Returns whether it is one of ours. */
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
