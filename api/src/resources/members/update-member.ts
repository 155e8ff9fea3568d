import type { ParsedBody } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import type { ClientSession } from 'mongoose';
import { ago, minute } from '../../clock.ts';
import { isDuplicateKey } from '../../database/database.ts';
import { conflict, forbidden, invalidField, notFound } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../../state.ts';
import { indexMember } from './member-entry.ts';
import { keyOf, type User } from './user.model.ts';

interface Change {
  changes: Omit<ParsedBody<'PATCH /api/users/:id'>, 'currentPassword'>;
  /** Whether the current password that was sent is right; null when none was sent or none is set. */
  knowsPassword: boolean | null;
}

/** Changes a member's own profile (D18); a confirmed e-mail address only becomes pending (D14). */
export async function updateMember(
  services: Services,
  caller: Caller,
  { changes: { email, profileImage, ...changes }, knowsPassword }: Change,
  session: ClientSession,
): Promise<User> {
  const { user } = caller;
  if (knowsPassword === false) throw invalidField('currentPassword', 'validation.currentPassword');
  if (profileImage !== undefined && profileImage !== '' && profileImage !== user.profileImage) {
    throw invalidField('profileImage', 'validation.profileImage');
  }
  const image = profileImage === '' ? { profileImage } : {};
  const address = email === undefined ? {} : changeOfAddress(services, caller, email, knowsPassword === true);
  try {
    const updated = await services.db.models.User.findOneAndUpdate(
      { _id: user._id },
      { $set: { ...changes, ...image, ...address } },
      { session, returnDocument: 'after' },
    ).lean();
    if (!updated) throw notFound();
    await indexMember(services, updated, session);
    if (updated.emailKey !== user.emailKey) await endOtherSessions(services, caller, session);
    return updated;
  } catch (cause) {
    if (isDuplicateKey(cause, 'emailKey')) throw conflict(errorCodes.accountExists, { cause });
    throw cause;
  }
}

/** Whoever else is signed in to the account has to sign in again (D11). */
async function endOtherSessions({ db }: Services, caller: Caller, session: ClientSession): Promise<void> {
  await db.models.Session.deleteMany(
    { userId: caller.user._id, _id: { $ne: caller.session._id } },
    { session },
  );
}

/** What a new address changes: an unconfirmed one is replaced at once, a confirmed one waits for its confirmation. */
function changeOfAddress(
  { clock }: Services,
  { user, session }: Caller,
  email: string,
  knowsPassword: boolean,
): Partial<User> {
  const emailKey = keyOf(email);
  if (emailKey === user.emailKey) return {};
  if (!user.emailVerified) return { email, emailKey };
  const isFresh = session.createdAt > ago(clock, serverLimits.freshSignInMinutes * minute);
  if (!isFresh && !knowsPassword) throw forbidden(errorCodes.freshSignInRequired);
  return { pendingEmail: email };
}
