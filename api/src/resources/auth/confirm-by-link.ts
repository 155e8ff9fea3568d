import type { Command } from '../../database/command.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../../state.ts';
import type { AddressLink } from '../address-links/address-link.model.ts';
import { invalidToken, linkIdOf, linkLockKeys, liveLink, spendLink } from '../address-links/address-links.ts';
import { confirmWithin } from '../members/confirm-address.ts';
import { freeAddress } from '../members/free-address.ts';
import type { User } from '../members/user.model.ts';

/** What became of the link. `isOwn`: the browser is signed in to the account. */
type Confirmed = {
  status: 'confirmed' | 'freed' | 'question';
  memberId: ObjectId;
  isOwn: boolean;
};

interface Confirming {
  token: string;
  /** What was answered to the question, if it was asked. */
  isMine: boolean | undefined;
  caller: Caller | null;
}

/**
 * Confirms the address of the account that the link was sent for. A browser that is not signed in to it is asked first whether
 * its reader made the account: whoever typed somebody else's address must not have it confirmed by them (D10).
 */
export function confirmByLink(services: Services, { token, isMine, caller }: Confirming): Command<Confirmed> {
  const { AddressLink, User: Users } = services.db.models;
  return {
    lockKeys: () => linkLockKeys(services, token),
    async run() {
      if (caller?.user.emailVerified) {
        // Its first answer got lost, or another tab did it.
        const memberId = caller.user._id;
        const own = await AddressLink.exists({ _id: linkIdOf(token), purpose: 'confirm', userId: memberId });
        if (own) return { status: 'confirmed', memberId, isOwn: true };
      }
      // Another browser of whoever reads the mail did it meanwhile: the link proves that they ask.
      const done = await confirmedWith(services, token);
      if (done) return { status: 'confirmed', memberId: done._id, isOwn: false };
      const { userId, emailKey } = await liveLink(services, token, 'confirm');
      const user = userId && (await Users.findById(userId).lean());
      // The account has another address since, or has ended.
      if (!user || user.emailKey !== emailKey || user.eraseAt) throw invalidToken();
      const memberId = user._id;
      const isOwn = caller?.user._id.equals(memberId) ?? false;
      if (!isOwn && !user.emailVerified) {
        if (isMine === undefined) return { status: 'question', memberId, isOwn };
        if (!isMine) {
          await spendLink(services, token, 'confirm');
          await freeAddress(services, memberId);
          return { status: 'freed', memberId, isOwn };
        }
      }
      await spendLink(services, token, 'confirm');
      if (!user.emailVerified) await confirmWithin(services, memberId);
      return { status: 'confirmed', memberId, isOwn };
    },
  };
}

/** The member whose address a used link confirmed, while they have it. */
export async function confirmedWith({ db }: Pick<Services, 'db'>, token: string): Promise<User | null> {
  const link = await db.models.AddressLink.findOne({ _id: linkIdOf(token), purpose: 'confirm' }).lean();
  if (!link?.usedAt || !link.userId) return null;
  const member = await db.models.User.findById(link.userId).lean();
  return member && hasConfirmed(link, member) ? member : null;
}

/** Whether a link to confirm has confirmed the address that the account still has. */
export function hasConfirmed(
  { usedAt, emailKey }: Pick<AddressLink, 'usedAt' | 'emailKey'>,
  account: Pick<User, 'emailVerified' | 'emailKey' | 'eraseAt'>,
): boolean {
  return usedAt !== null && account.emailVerified && account.emailKey === emailKey && !account.eraseAt;
}

/** What the reader of the mail is asked about the account: whether they made it. */
export async function presentMaker(
  { db }: Services,
  memberId: ObjectId,
): Promise<{ username: string; createdAt: string }> {
  const user = await db.models.User.findById(memberId).lean();
  if (!user) throw invalidToken();
  return { username: user.username ?? user.name, createdAt: user.createdAt.toISOString() };
}
