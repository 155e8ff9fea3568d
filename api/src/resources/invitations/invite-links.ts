import { randomBytes } from 'node:crypto';
import type { Invitation, InviteLink } from '@frens/contract';
import type { MailPath } from '@frens/contract/site-path';
import { day, endsAhead, fromNow } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { hasBlockBetween } from '../visibility/find-blocked.ts';
import { shownToInvited } from '../visibility/visibility.ts';
import type { InviteLinkDoc } from './invite-link.model.ts';

type LinkServices = Pick<Services, 'db' | 'clock' | 'config'>;

/** What is true of a link that somebody can still join through. The database forgets in its own time; this is exact. */
export function isOpen({ clock }: Pick<Services, 'clock'>) {
  return {
    expiresAt: endsAhead(clock, serverLimits.inviteLink.days * day),
    uses: { $lt: serverLimits.inviteLink.uses },
  };
}

/** The member's link that still works, or null. */
export function openLinkOf(services: LinkServices, inviterId: ObjectId): Promise<InviteLinkDoc | null> {
  return services.db.models.InviteLink.findOne({ inviterId, ...isOpen(services) })
    .lean<InviteLinkDoc>()
    .exec();
}

/** Makes a member's link, in the caller's transaction; the one before stops. */
export async function makeInviteLink({ db, clock }: LinkServices, inviterId: ObjectId): Promise<void> {
  const { InviteLink } = db.models;
  await InviteLink.deleteOne({ inviterId });
  await InviteLink.create({
    _id: randomBytes(12).toString('base64url'),
    inviterId,
    createdAt: clock.now(),
    expiresAt: fromNow(clock, serverLimits.inviteLink.days * day),
  });
}

/** Where a link leads: a path of the site. */
export function invitePath(code: string): MailPath {
  return `/auth?invite=${code}`;
}

/** A link as its member is told of it. */
export function presentLink({ config }: LinkServices, { _id, expiresAt, uses }: InviteLinkDoc): InviteLink {
  const url = new URL(invitePath(_id), config.publicUrl).href;
  return { url, expiresAt: expiresAt.toISOString(), uses, maxUses: serverLimits.inviteLink.uses };
}

/** An invitation as whoever comes through it is told of it; one who is kept apart from the inviter by a block learns no name (D23). */
export async function presentInvitation(
  services: Services,
  code: string,
  viewer: User | null,
): Promise<Invitation> {
  const { InviteLink, User } = services.db.models;
  const link = await InviteLink.findOne({ _id: code, ...isOpen(services) }).lean();
  const inviter = link && (await User.findById(link.inviterId).lean());
  const isNamed = !inviter || !viewer || !(await hasBlockBetween(services, viewer._id, inviter._id));
  return { isOpen: link !== null, inviter: inviter && isNamed ? shownToInvited(inviter) : null };
}
