import { randomBytes } from 'node:crypto';
import type { Invitation, InviteLink } from '@frens/contract';
import type { MailPath } from '@frens/contract/site-path';
import { day, endsAhead, fromNow } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { hasBlockBetween } from '../visibility/find-blocked.ts';
import { presentToInvited } from '../visibility/visibility.ts';
import type { InviteLinkDoc } from './invite-link.model.ts';

type LinkServices = Pick<Services, 'db' | 'clock' | 'config'>;

/** The filter for links that still work. The TTL index deletes with a delay; this is exact. */
export function openLinkFilter({ clock }: Pick<Services, 'clock'>) {
  return {
    expiresAt: endsAhead(clock, serverLimits.inviteLink.days * day),
    uses: { $lt: serverLimits.inviteLink.uses },
  };
}

/** The member's link that still works, or null. */
export function findOpenLink(services: LinkServices, inviterId: ObjectId): Promise<InviteLinkDoc | null> {
  return services.db.models.InviteLink.findOne({ inviterId, ...openLinkFilter(services) })
    .lean<InviteLinkDoc>()
    .exec();
}

/** Creates a member's link in the caller's transaction. It replaces the previous one. */
export async function createInviteLink({ db, clock }: LinkServices, inviterId: ObjectId): Promise<void> {
  const { InviteLink } = db.models;
  await InviteLink.deleteOne({ inviterId });
  await InviteLink.create({
    _id: randomBytes(12).toString('base64url'),
    inviterId,
    createdAt: clock.now(),
    expiresAt: fromNow(clock, serverLimits.inviteLink.days * day),
  });
}

/** The path of the site that a link opens. */
export function invitePath(code: string): MailPath {
  return `/auth?invite=${code}`;
}

/** Presents a link to its member. */
export function presentLink({ config }: LinkServices, { _id, expiresAt, uses }: InviteLinkDoc): InviteLink {
  const url = new URL(invitePath(_id), config.publicUrl).href;
  return { url, expiresAt: expiresAt.toISOString(), uses, maxUses: serverLimits.inviteLink.uses };
}

/** Presents an invitation to its reader. A block between the reader and the inviter hides the inviter's name (D23). */
export async function presentInvitation(
  services: Services,
  code: string,
  viewer: User | null,
): Promise<Invitation> {
  const { InviteLink, User } = services.db.models;
  const link = await InviteLink.findOne({ _id: code, ...openLinkFilter(services) }).lean();
  const inviter = link && (await User.findById(link.inviterId).lean());
  const isNamed = !inviter || !viewer || !(await hasBlockBetween(services, viewer._id, inviter._id));
  return {
    isOpen: link !== null,
    inviter: inviter && isNamed ? await presentToInvited(services, inviter) : null,
  };
}
