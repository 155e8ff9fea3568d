import type { ParsedBody } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { limits } from '@frens/contract/limits';
import { skeletonOf } from '@frens/contract/usernames';
import { isDuplicateKey } from '../../database/database-errors.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { isNameHeld } from '../ending/held-names.ts';
import { countWelcomeGrant, grantOnce } from '../wallet/ledger.ts';
import { grantConfirmed } from './confirm-address.ts';
import { indexMember } from './member-entry.ts';
import { keyOf, type User } from './user.model.ts';

interface Completion {
  body: ParsedBody<'POST /api/account/complete'>;
  network: string | null;
}

/**
 * Makes an account whole that began with a link (D10). From now on it is listed, may act, and has its welcome grant. Returns
 * false when the age is under 18: the account has ended.
 */
export async function completeProfile(
  services: Services,
  { _id }: User,
  { body: { username, ...profile }, network }: Completion,
): Promise<boolean> {
  const { User: Users } = services.db.models;
  if (profile.age < limits.age.min) {
    await endUnfinished(services, _id);
    return false;
  }
  const usernameKey = keyOf(username);
  const known = await Users.findById(_id).lean();
  if (!known) throw notFound();
  // Another tab was first.
  if (known.profileComplete) throw conflict();
  // No two names may read alike (D4).
  const usernameSkeleton = skeletonOf(username);
  const isTaken = await Users.exists({ $or: [{ usernameKey }, { usernameSkeleton }] });
  if (isTaken || (await isNameHeld(services, username))) {
    throw conflict(errorCodes.accountExists);
  }
  try {
    const user = await Users.findOneAndUpdate(
      { _id },
      { $set: { ...profile, username, usernameKey, usernameSkeleton, profileComplete: true } },
      { returnDocument: 'after' },
    ).lean();
    if (!user) throw notFound();
    await indexMember(services, user);
    if (await countWelcomeGrant(services, network)) await grantOnce(services, _id, 'welcome');
    if (user.emailVerified) await grantConfirmed(services, _id);
    return true;
  } catch (cause) {
    if (isDuplicateKey(cause)) throw conflict(errorCodes.accountExists, { cause });
    throw cause;
  }
}

/** Ends an account that was never whole: nobody can sign in to it, and nothing in it tells of a person any more. */
async function endUnfinished({ db }: Services, userId: User['_id']): Promise<void> {
  const { AddressLink, KnownBrowser, QuizResult, Session, User: Users } = db.models;
  const user = await Users.findById(userId).lean();
  if (!user) return;
  await Session.deleteMany({ userId });
  await KnownBrowser.deleteMany({ userId });
  await AddressLink.deleteMany({ emailKey: user.emailKey });
  await QuizResult.deleteMany({ memberId: userId });
  const nobody = { email: '', emailKey: `ended:${String(userId)}`, name: '', lastSeenAt: null };
  await Users.updateOne({ _id: userId }, { $set: { ...nobody, emailVerified: false } });
}
