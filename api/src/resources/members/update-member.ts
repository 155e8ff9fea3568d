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
  /** Of the mails about a new address. */
  language: Language;
}

/**
 * Changes a member's own profile (D18); a confirmed e-mail address only becomes pending (D14). Returns what became of the
 * address.
 */
export async function updateMember(
  services: Services,
  caller: Caller,
  { changes: { email, profileImage, ...changes }, verifyPassword, language }: Change,
): Promise<'kept' | 'changed' | 'asked'> {
  const { user } = caller;
  if (verifyPassword === false) throw invalidField('currentPassword', 'validation.currentPassword');
  if (profileImage !== undefined && profileImage !== '' && profileImage !== user.profileImage) {
    throw invalidField('profileImage', 'validation.profileImage');
  }
  const address =
    email === undefined ? {} : await changeOfAddress(services, caller, email, verifyPassword === true);
  if (profileImage === '') await removePicture(services, user._id);
  // Where somebody takes the address at this moment, the unique index ends this and it runs again.
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
  await askToChange(services, updated, { to: address.pendingEmail, isRepeated, language });
  return isRepeated ? 'kept' : 'asked';
}

/**
 * What a new address changes: an unconfirmed one is replaced at once, a confirmed one, or one that is shared, when the new one is confirmed;
 * the one they have ends what waits.
 */
async function changeOfAddress(
  { clock, config, db }: Services,
  { user: { _id, passwordHash }, session }: Caller,
  email: string,
  verifyPassword: boolean,
): Promise<Partial<User>> {
  const emailKey = canonicalAddress(email);
  // As it is now: it may have been confirmed since the request came.
  const user = await db.models.User.findById(_id).lean();
  if (!user) throw notFound();
  // By what they see: an address that somebody else has is answered like their own (docs/decisions/0116).
  if (emailKey === canonicalAddress(user.email)) return { pendingEmail: null };
  if (!user.emailVerified && !sharesAddress(user)) {
    // Whoever asks sees no difference: the account goes on without an address that can be confirmed.
    const isTaken = await db.models.User.exists({ emailKey });
    return { email, emailKey: isTaken ? unclaimedKey(_id) : emailKey, hasTypedEmail: true };
  }
  assertCanSendLinks({ config });
  const isChecked = verifyPassword && user.passwordHash === passwordHash;
  if (!isFreshSignIn(clock, session) && !isChecked) throw forbidden(errorCodes.freshSignInRequired);
  return { pendingEmail: email };
}

/**
 * Asks the new address to confirm, and tells the old one with a way to undo it. The old one hears of it also when the new one is
 * taken and hears nothing: otherwise its silence would tell (D14). Whoever has the link sent again does not have it told again, while its
 * undo works.
 */
async function askToChange(
  services: Services,
  user: User,
  { to, isRepeated, language }: { to: string; isRepeated: boolean; language: Language },
): Promise<void> {
  const userId = String(user._id);
  await askForLink(services, { purpose: 'change-email', email: to, language, userId });
  // What they share is not theirs to go back to.
  if (sharesAddress(user) || (isRepeated && (await hasLiveUndo(services, user)))) return;
  await askForLink(services, { purpose: 'undo-email', email: user.email, language, userId });
}

/** Whether the present address was told of a change and can still undo it. */
async function hasLiveUndo({ db, clock }: Services, { _id, emailKey }: User): Promise<boolean> {
  const undo = { userId: _id, emailKey, purpose: 'undo-email', usedAt: null } as const;
  return (
    (await db.models.AddressLink.exists({ ...undo, expiresAt: linkEndsAhead(clock, 'undo-email') })) !== null
  );
}
