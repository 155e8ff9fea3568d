import type { Services } from '../../services.ts';
import { sendInviterRequest } from '../connections/send-request.ts';
import type { User } from '../members/user.model.ts';
import { isShownToInvited } from '../visibility/visibility.ts';
import { openLinkFilter } from './invite-links.ts';

/**
 * Redeems an invitation link in the transaction that creates the new member: counts the use and sends a connection request
 * from the inviter (D45). A link that no longer works changes nothing. A hidden inviter sends no request.
 */
export async function redeemInvitation(
  services: Services,
  newcomer: User,
  code: string | null | undefined,
): Promise<void> {
  if (!code) return;
  const { InviteLink, User } = services.db.models;
  // The conditional update is atomic: concurrent uses never exceed the link's limit.
  const link = await InviteLink.findOneAndUpdate(
    { _id: code, ...openLinkFilter(services) },
    { $inc: { uses: 1 } },
  ).lean();
  const inviter = link && (await User.findById(link.inviterId).lean());
  if (inviter && isShownToInvited(inviter)) await sendInviterRequest(services, inviter, newcomer);
}
