import type { Command } from '../../database/command.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../../state.ts';
import type { AddressLink } from '../address-links/address-link.model.ts';
import { invalidToken, linkIdOf, linkLockKeys, liveLink, spendLink } from '../address-links/address-links.ts';
import { confirmWithin } from '../members/confirm-address.ts';
import { freeAddress } from '../members/free-address.ts';
import type { User } from '../members/user.model.ts';

/** The outcome; `isOwn` says whether the browser is signed in to the account. */
type Confirmed = {
  status: 'confirmed' | 'freed' | 'question';
  memberId: ObjectId;
  isOwn: boolean;
};

interface Confirming {
  token: string;
  /** The reader's answer to the question; undefined before it was asked. */
  isMine: boolean | undefined;
  caller: Caller | null;
}

/**
 * Confirms the address of the link's account. A browser without a session of that account gets a question first: did its reader
 * create the account? Otherwise the owner of the mailbox could confirm an account that a stranger registered with it (D10).
 */
export function confirmByLink(services: Services, { token, isMine, caller }: Confirming): Command<Confirmed> {
  const { AddressLink, User: Users } = services.db.models;
  return {
    lockKeys: () => linkLockKeys(services, token),
    async run() {
      if (caller?.user.emailVerified) {
        // A retry: the first answer got lost, or another tab used the link.
        const memberId = caller.user._id;
        const own = await AddressLink.exists({ _id: linkIdOf(token), purpose: 'confirm', userId: memberId });
        if (own) return { status: 'confirmed', memberId, isOwn: true };
      }
      // Another browser has used the link; the token proves that the same reader asks.
      const confirmed = await findConfirmedMember(services, token);
      if (confirmed) return { status: 'confirmed', memberId: confirmed._id, isOwn: false };
      const { userId, emailKey } = await liveLink(services, token, 'confirm');
      const user = userId && (await Users.findById(userId).lean());
      // The account has another address by now, or has ended.
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

/** The member whose current address was confirmed by this consumed link, or null. */
async function findConfirmedMember({ db }: Pick<Services, 'db'>, token: string): Promise<User | null> {
  const link = await db.models.AddressLink.findOne({ _id: linkIdOf(token), purpose: 'confirm' }).lean();
  if (!link?.usedAt || !link.userId) return null;
  const member = await db.models.User.findById(link.userId).lean();
  return member && hasConfirmed(link, member) ? member : null;
}

/** Whether a link has confirmed the account's current address. */
export function hasConfirmed(
  { usedAt, emailKey }: Pick<AddressLink, 'usedAt' | 'emailKey'>,
  account: Pick<User, 'emailVerified' | 'emailKey' | 'eraseAt'>,
): boolean {
  return usedAt !== null && account.emailVerified && account.emailKey === emailKey && !account.eraseAt;
}

/** The account that the reader is asked about. */
export async function presentAccountInQuestion(
  { db }: Services,
  memberId: ObjectId,
): Promise<{ username: string; createdAt: string }> {
  const user = await db.models.User.findById(memberId).lean();
  if (!user) throw invalidToken();
  return { username: user.username ?? user.name, createdAt: user.createdAt.toISOString() };
}
