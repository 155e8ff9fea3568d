import type { CallAnswer, CallBody } from '@frens/contract';
import { isIn } from '../../clock.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../../state.ts';
import type { AddressLink, LinkPurpose } from '../address-links/address-link.model.ts';
import { linkEndsAhead, linkIdOf } from '../address-links/address-links.ts';
import { findStop } from '../invitations/mail-stops.ts';
import type { User } from '../members/user.model.ts';
import { hasConfirmed } from './confirm-by-link.ts';
import { yieldingAddress } from './undo-email.ts';

type LinkToCheck = CallBody<'POST /api/auth/link/check'>;

export type LinkState = CallAnswer<'POST /api/auth/link/check'>;

const dead: LinkState = { isUsable: false, isDone: false };

/** What an account must be like for a link that lives to do its work, as the commands ask it that spend one. */
const fits: Record<LinkPurpose, (account: User, link: AddressLink) => boolean> = {
  'sign-in': ({ erasing }) => !erasing,
  reset: ({ erasing }) => !erasing,
  confirm: ({ emailKey, eraseAt }, link) => emailKey === link.emailKey && !eraseAt,
  'change-email': ({ pendingEmail, eraseAt }, link) => pendingEmail === link.email && !eraseAt,
  'undo-email': ({ erasing }) => !erasing,
  'keep-account': ({ eraseAt, erasing }) => eraseAt !== undefined && !erasing,
};

/** Whether a link would still do what it is for. Spends nothing and tells nothing else (docs/decisions/0093). */
export async function checkLink(
  services: Pick<Services, 'db' | 'clock'>,
  { purpose, token }: LinkToCheck,
  caller: Caller | null,
): Promise<LinkState> {
  if (purpose === 'stop-invitations') return (await findStop(services, token)) ?? dead;
  const { AddressLink, User: Users } = services.db.models;
  const link = await AddressLink.findOne({ _id: linkIdOf(token), purpose }).lean();
  if (!link) return dead;
  const account = await Users.findOne(ownerOf(link)).lean();
  const isLive = link.usedAt === null && isIn(link.expiresAt, linkEndsAhead(services.clock, link.purpose));
  if (!isLive) return { ...dead, ...answeredAgain(link, account, caller) };
  // An address that nobody has gets an account by signing in.
  if (!account) return { ...dead, isUsable: purpose === 'sign-in' };
  const isFree = purpose !== 'undo-email' || !(await isTaken(services, link, account));
  return { isUsable: fits[purpose](account, link) && isFree, isDone: false };
}

/** A link that is spent does its work once more for the browser that it signed in, and for who confirmed or kept an account with it. */
function answeredAgain(link: AddressLink, account: User | null, caller: Caller | null): Partial<LinkState> {
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

/** By now it may be the address of another account, which does not yield it. */
async function isTaken({ db }: Pick<Services, 'db'>, { emailKey }: AddressLink, { _id }: User) {
  return (await db.models.User.exists({ emailKey, _id: { $ne: _id }, $nor: [yieldingAddress] })) !== null;
}

/** A link to sign in or to choose a password is about whoever has the address, where it names nobody. */
function ownerOf({ userId, emailKey }: AddressLink) {
  return userId ? { _id: userId } : { emailKey };
}
