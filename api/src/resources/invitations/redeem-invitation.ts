import type { Services } from '../../services.ts';
import { leaveRequest } from '../connections/send-request.ts';
import type { User } from '../members/user.model.ts';
import { shownToInvited } from '../visibility/visibility.ts';
import { isOpen } from './invite-links.ts';

/**
 * Counts a new member in the link they came through, in the transaction that makes them, and leaves them a request of
 * who invited (D45). A link that is over changes nothing, and so does one whose member shows themselves to nobody.
 */
export async function redeemInvitation(
  services: Services,
  newcomer: User,
  code: string | null | undefined,
): Promise<void> {
  if (!code) return;
  const { InviteLink, User } = services.db.models;
  // One atomic step in the transaction: of any number at once exactly as many are counted as the link allows.
  const link = await InviteLink.findOneAndUpdate(
    { _id: code, ...isOpen(services) },
    { $inc: { uses: 1 } },
  ).lean();
  const inviter = link && (await User.findById(link.inviterId).lean());
  if (inviter && shownToInvited(inviter)) await leaveRequest(services, inviter, newcomer);
}
