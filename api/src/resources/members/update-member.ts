import type { Language, ParsedBody } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { canonicalAddress } from '@frens/contract/mail-address';
import { forbidden, invalidField, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../../state.ts';
import { linkEndsAhead } from '../address-links/address-links.ts';
import { askForLink, assertCanSendLinks } from '../address-links/send-link.ts';
import { removePicture } from '../pictures/change-picture.ts';
import { dropPendingEmail } from '../sessions/drop-pending-email.ts';
import { isFreshSignIn } from '../sessions/fresh-sign-in.ts';
import { endOtherSessions } from '../sessions/list-sessions.ts';
import { indexMember } from './member-entry.ts';
import { sendConfirmation } from './send-confirmation.ts';
import { sharesAddress, type User, unclaimedKey } from './user.model.ts';

interface Change {
  changes: Omit<ParsedBody<'PATCH /api/users/:id'>, 'currentPassword'>;
  /** Whether the current password that was sent is right; null when none was sent or none is set. */
  verifyPassword: boolean | null;
  /** Language of the mails about a new address. */
  language: Language;
}

/**
 * Changes a member's own profile (D18). A new address replaces an unconfirmed one at once, and is pending while a confirmed one
 * stays in use (D14). Returns whether the address was kept, changed, or a change was requested.
 *
 * @throws 400 for a wrong current password or a foreign picture, 403 `fresh_sign_in_required`
 */
export async function updateMember(
  services: Services,
  caller: Caller,
  { changes: { email, profileImage, ...changes }, verifyPassword, language }: Change,
): Promise<'kept' | 'changed' | 'asked'> {
  const { user } = caller;
  if (verifyPassword === false) throw invalidField('currentPassword', 'validation.currentPassword');
  if (profileImage !== undefined && profileImage !== '' && profileImage !== user.profileImage)
    throw invalidField('profileImage', 'validation.profileImage');
  const address =
    email === undefined ? {} : await addressChangeOf(services, caller, email, verifyPassword === true);
  if (profileImage === '') await removePicture(services, user._id);
  // In a race for the address, the unique index fails this transaction and it is retried.
  const updated = await services.db.models.User.findOneAndUpdate(
    { _id: user._id },
    { $set: { ...changes, ...address } },
    { returnDocument: 'after' },
  ).lean();
  if (!updated) throw notFound();
  await indexMember(services, updated);
  if (address.emailKey !== undefined) {
    await endOtherSessions(services, caller);
    await sendConfirmation(services, updated, language);
    return 'changed';
  }
  if (address.pendingEmail === null) await dropPendingEmail(services, user._id);
  if (!address.pendingEmail) return 'kept';
  const isRepeated = canonicalAddress(address.pendingEmail) === canonicalAddress(user.pendingEmail ?? '');
  await requestAddressChange(services, updated, { to: address.pendingEmail, isRepeated, language });
  return isRepeated ? 'kept' : 'asked';
}

/**
 * The fields that a new address changes. An unconfirmed address is replaced at once. A confirmed or shared one is replaced when the
 * new one is confirmed. Entering the present address cancels a pending change.
 */
async function addressChangeOf(
  { clock, config, db }: Services,
  { user: { _id, passwordHash }, session }: Caller,
  email: string,
  verifyPassword: boolean,
): Promise<Partial<User>> {
  const emailKey = canonicalAddress(email);
  // Reads the user again: the address may have been confirmed since the request began.
  const user = await db.models.User.findById(_id).lean();
  if (!user) throw notFound();
  // Compares with the shown address, not `emailKey`: the answer must not reveal that another account has it (docs/decisions/0116).
  if (emailKey === canonicalAddress(user.email)) return { pendingEmail: null };
  if (!user.emailVerified && !sharesAddress(user)) {
    // A taken address gets the same answer; the account just holds no address that can be confirmed.
    const isTaken = await db.models.User.exists({ emailKey });
    return { email, emailKey: isTaken ? unclaimedKey(_id) : emailKey, hasTypedEmail: true };
  }
  assertCanSendLinks({ config });
  const isChecked = verifyPassword && user.passwordHash === passwordHash;
  if (!isFreshSignIn(clock, session) && !isChecked) throw forbidden(errorCodes.freshSignInRequired);
  return { pendingEmail: email };
}

/**
 * Mails a confirmation link to the new address and a notice with an undo link to the old one. The old address gets its notice even
 * when the new one is taken and gets no mail: a missing notice would reveal that (D14). A repeated request sends no second notice
 * while the undo link is valid.
 */
async function requestAddressChange(
  services: Services,
  user: User,
  { to, isRepeated, language }: { to: string; isRepeated: boolean; language: Language },
): Promise<void> {
  const userId = String(user._id);
  await askForLink(services, { purpose: 'change-email', email: to, language, userId });
  // A shared address belongs to another account, so there is nothing to go back to.
  if (sharesAddress(user) || (isRepeated && (await hasLiveUndo(services, user)))) return;
  await askForLink(services, { purpose: 'undo-email', email: user.email, language, userId });
}

/** Whether the present address holds an undo link that is still valid. */
async function hasLiveUndo({ db, clock }: Services, { _id, emailKey }: User): Promise<boolean> {
  const undo = { userId: _id, emailKey, purpose: 'undo-email', usedAt: null } as const;
  return (
    (await db.models.AddressLink.exists({ ...undo, expiresAt: linkEndsAhead(clock, 'undo-email') })) !== null
  );
}
