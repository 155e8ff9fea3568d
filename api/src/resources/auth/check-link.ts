import type { CallAnswer, CallBody } from '@frens/contract';
import { isIn } from '../../clock.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../../state.ts';
import type { AddressLink, LinkPurpose } from '../address-links/address-link.model.ts';
import { linkEndsAhead, linkIdOf } from '../address-links/address-links.ts';
import { findStop } from '../invitations/mail-stops.ts';
import type { User } from '../members/user.model.ts';
import { hasConfirmed } from './confirm-by-link.ts';
import { releasableAddress } from './undo-email.ts';

type LinkToCheck = CallBody<'POST /api/auth/link/check'>;

export type LinkState = CallAnswer<'POST /api/auth/link/check'>;

const dead: LinkState = { isUsable: false, isDone: false };

/** Whether a valid link still applies to its account: the same conditions as in the commands that consume it. */
const appliesTo: Record<LinkPurpose, (account: User, link: AddressLink) => boolean> = {
  'sign-in': ({ erasing }) => !erasing,
  reset: ({ erasing }) => !erasing,
  confirm: ({ emailKey, eraseAt }, link) => emailKey === link.emailKey && !eraseAt,
  'change-email': ({ pendingEmail, eraseAt }, link) => pendingEmail === link.email && !eraseAt,
  'undo-email': ({ erasing }) => !erasing,
  'keep-account': ({ eraseAt, erasing }) => eraseAt !== undefined && !erasing,
};

/** Whether a link would still work. Does not consume it and reveals nothing else (docs/decisions/0093). */
export async function checkLink(
  services: Pick<Services, 'db' | 'clock'>,
  { purpose, token }: LinkToCheck,
  caller: Caller | null,
): Promise<LinkState> {
  if (purpose === 'stop-invitations') return (await findStop(services, token)) ?? dead;
  const { AddressLink, User: Users } = services.db.models;
  const link = await AddressLink.findOne({ _id: linkIdOf(token), purpose }).lean();
  if (!link) return dead;
  const account = await Users.findOne(ownerFilterOf(link)).lean();
  const isLive = link.usedAt === null && isIn(link.expiresAt, linkEndsAhead(services.clock, link.purpose));
  if (!isLive) return { ...dead, ...repeatState(link, account, caller) };
  // A sign-in link creates an account for an unknown address.
  if (!account) return { ...dead, isUsable: purpose === 'sign-in' };
  const isFree = purpose !== 'undo-email' || !(await isTaken(services, link, account));
  return { isUsable: appliesTo[purpose](account, link) && isFree, isDone: false };
}

/** A consumed link can be repeated in the browser that it signed in, and after it has confirmed or restored an account. */
function repeatState(link: AddressLink, account: User | null, caller: Caller | null): Partial<LinkState> {
  switch (link.purpose) {
    case 'sign-in':
      return { isUsable: Boolean(caller && link.outcome && link.sessionId === caller.session._id) };
    case 'confirm': {
      if (caller?.user.emailVerified && link.userId?.equals(caller.user._id)) return { isUsable: true };
      const isConfirmed = account !== null && hasConfirmed(link, account);
      return { isUsable: isConfirmed, isDone: isConfirmed };
    }
    case 'keep-account': {
      const isKept = link.usedAt !== null && account !== null && !account.eraseAt;
      return { isUsable: isKept, isDone: isKept };
    }
    default:
      return {};
  }
}

/** Whether another account has the address by now, and an undo does not release it. */
async function isTaken({ db }: Pick<Services, 'db'>, { emailKey }: AddressLink, { _id }: User) {
  return (await db.models.User.exists({ emailKey, _id: { $ne: _id }, $nor: [releasableAddress] })) !== null;
}

/** A filter for the link's account. Sign-in and reset links without one are for whoever has the address. */
function ownerFilterOf({ userId, emailKey }: AddressLink) {
  return userId ? { _id: userId } : { emailKey };
}
