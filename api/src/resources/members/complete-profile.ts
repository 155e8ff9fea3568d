import type { ParsedBody } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { limits } from '@frens/contract/limits';
import { skeletonOf } from '@frens/contract/usernames';
import { newId } from '../../database/ids.ts';
import { type AppError, conflict, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { eraseAccount } from '../account-deletion/erase-job.ts';
import { isNameReserved } from '../account-deletion/reserved-names.ts';
import { countWelcomeGrant, grantOnce } from '../wallet/ledger.ts';
import { catchDuplicateKey } from './catch-duplicate-key.ts';
import { grantConfirmed } from './confirm-address.ts';
import { indexMember } from './member-entry.ts';
import { keyOf, type User } from './user.model.ts';

interface Completion {
  body: ParsedBody<'POST /api/account/complete'>;
  network: string | null;
}

/**
 * Completes the profile of an account that was created by a magic link (D10). The member is then listed, may act, and has the
 * welcome grant. Returns false when the declared age is under 18: the account is deleted.
 *
 * @throws 409 when the profile is complete already, or the username is taken or reserved
 */
export async function completeProfile(
  services: Services,
  { _id }: User,
  { body: { username, ...profile }, network }: Completion,
): Promise<boolean> {
  const { User: Users } = services.db.models;
  const current = await Users.findById(_id).lean();
  if (!current) throw notFound();
  if (profile.age < limits.age.min && !current.profileComplete) {
    await deleteUnderageAccount(services, current);
    return false;
  }
  const usernameKey = keyOf(username);
  // Another tab has completed the profile meanwhile.
  if (current.profileComplete) throw conflict();
  // No two names may read alike (D4).
  const usernameSkeleton = skeletonOf(username);
  const isTaken = await Users.exists({ $or: [{ usernameKey }, { usernameSkeleton }] });
  if (isTaken || (await isNameReserved(services, username))) throw usernameTaken();
  const user = await catchDuplicateKey(
    () =>
      Users.findOneAndUpdate(
        { _id },
        { $set: { ...profile, username, usernameKey, usernameSkeleton, profileComplete: true } },
        { returnDocument: 'after' },
      ).lean(),
    usernameTaken,
  );
  if (!user) throw notFound();
  await indexMember(services, user);
  if (await countWelcomeGrant(services, network)) await grantOnce(services, _id, 'welcome');
  if (user.emailVerified) await grantConfirmed(services, _id);
  return true;
}

/** The address already belongs to this account, so a conflict can only be about the username. */
function usernameTaken(cause?: unknown): AppError {
  const fields = { username: { key: 'validation.username.taken', values: {} } };
  return conflict(errorCodes.accountExists, { fields, cause });
}

/**
 * Deletes the account of a person under 18 at once, without the seven days in which other members can restore theirs. Sign-in is
 * impossible from now on, and the usual job erases the account (D46).
 */
async function deleteUnderageAccount(
  { db, clock, jobs }: Services,
  { _id, emailKey, pandaId }: User,
): Promise<void> {
  const { AddressLink, Panda, Session, User: Users } = db.models;
  const ended = { eraseAt: clock.now(), erasing: { as: newId(), pandaId } };
  await Users.updateOne({ _id }, { $set: ended });
  await Panda.updateOne({ ownerId: _id }, { $set: { isHidden: true } });
  await Session.deleteMany({ userId: _id });
  await AddressLink.deleteMany({ emailKey });
  await jobs.add(eraseAccount, { memberId: String(_id) }, { memberId: _id });
}
