import type { Language } from '@frens/contract';
import { canonicalAddress } from '@frens/contract/mail-address';
import { defaultPrivacy } from '@frens/contract/privacy';
import { emptyProfile } from '@frens/contract/profile-fields';
import { newId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { walletOf } from '../wallet/ledger.ts';
import type { User } from './user.model.ts';

/** Creates an account from a magic link: a confirmed address and an empty profile (D10). */
export async function newMember(
  { db, clock }: Services,
  { email, language }: { email: string; language?: Language },
): Promise<User> {
  const now = clock.now();
  const user: User = {
    _id: newId(),
    username: null,
    email,
    emailKey: canonicalAddress(email),
    emailVerified: true,
    pendingEmail: null,
    passwordHash: null,
    ...emptyProfile,
    profileComplete: false,
    privacy: defaultPrivacy,
    pandaId: null,
    friendCount: 0,
    ...(language ? { language } : {}),
    lastSeenAt: now,
    createdAt: now,
  };
  await db.models.User.create(user);
  await db.models.Account.create({ _id: walletOf(user._id), balance: 0, isConfirmed: true });
  return user;
}
