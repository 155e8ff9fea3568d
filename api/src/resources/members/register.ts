import type { Language, ParsedBody } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { canonicalAddress } from '@frens/contract/mail-address';
import { defaultPrivacy } from '@frens/contract/privacy';
import { skeletonOf } from '@frens/contract/usernames';
import { newId } from '../../database/ids.ts';
import { conflict, invalidField } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { isNameReserved } from '../account-deletion/reserved-names.ts';
import { countWelcomeGrant, grantOnce } from '../wallet/ledger.ts';
import { catchDuplicateKey } from './catch-duplicate-key.ts';
import { indexMember } from './member-entry.ts';
import { keyOf, type User } from './user.model.ts';

type Registration = Omit<ParsedBody<'POST /api/register'>, 'password' | 'inviteCode'> & {
  passwordHash: string;
  network: string | null;
  language?: Language;
};

/**
 * Creates a member with privacy defaults and a wallet with the welcome grant, in the caller's transaction (D7).
 *
 * @throws 409 `account_exists` when the username or the address is taken, or the username is reserved
 */
export async function register(
  services: Services,
  { passwordHash, network, username, email, profileImage, ...profile }: Registration,
): Promise<User> {
  if (profileImage !== '') throw invalidField('profileImage', 'validation.profileImage');
  const now = services.clock.now();
  const user: User = {
    ...profile,
    _id: newId(),
    username,
    usernameKey: keyOf(username),
    usernameSkeleton: skeletonOf(username),
    email,
    emailKey: canonicalAddress(email),
    emailVerified: false,
    pendingEmail: null,
    passwordHash,
    profileImage: '',
    profileComplete: true,
    privacy: defaultPrivacy,
    pandaId: null,
    friendCount: 0,
    lastSeenAt: now,
    createdAt: now,
  };
  await refuseTakenName(services, user);
  await catchDuplicateKey(() => services.db.models.User.create(user));
  await indexMember(services, user);
  if (await countWelcomeGrant(services, network)) await grantOnce(services, user._id, 'welcome');
  return user;
}

/** Fails before any write; the unique indexes decide races. */
async function refuseTakenName(services: Services, user: User): Promise<void> {
  const { usernameKey, usernameSkeleton, emailKey } = user;
  const taken = await services.db.models.User.exists({
    $or: [{ usernameKey }, { usernameSkeleton }, { emailKey }],
  });
  if (taken || (await isNameReserved(services, user.username ?? '')))
    throw conflict(errorCodes.accountExists);
}
