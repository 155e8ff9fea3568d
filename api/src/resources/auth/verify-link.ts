import type { CallAnswer, Language } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import type Koa from 'koa';
import type { Command } from '../../database/command.ts';
import type { ObjectId } from '../../database/ids.ts';
import { conflict } from '../../errors.ts';
import { mailMember } from '../../mail/mail-member.ts';
import type { CallServices, Services } from '../../services.ts';
import type { Caller } from '../../state.ts';
import { keepIfWanted } from '../account-deletion/restore-account.ts';
import { invalidToken, linkIdOf, linkLockKeys, liveLink, spendLink } from '../address-links/address-links.ts';
import { redeemInvitation } from '../invitations/redeem-invitation.ts';
import { confirmWithin } from '../members/confirm-address.ts';
import { newMember } from '../members/new-member.ts';
import { sharesAddress, type User } from '../members/user.model.ts';
import { notifySecurity } from '../notification-dispatch/notify.ts';
import { startSession } from '../sessions/sessions.ts';
import { presentSelfOf } from '../visibility/self.presenter.ts';

interface Verification {
  ctx: Koa.Context;
  token: string;
  /** Whether a caller signed in to another account agrees to switch to the link's account. */
  switchAccount: boolean | undefined;
  caller: Caller | null;
  language: Language;
  /** From the request; the code stored with the link takes precedence. */
  inviteCode: string | undefined;
  /** Whether to restore the account if it is pending deletion. */
  keep: boolean | undefined;
}

/** Consumes a magic link and starts a session. An unknown address gets a new account (D10). */
export function verifyLink(
  services: CallServices,
  { ctx, token, switchAccount = false, caller, language, inviteCode, keep }: Verification,
): Command<{ memberId: ObjectId; passwordRemoved: boolean; kept: boolean }> {
  const { AddressLink, User } = services.db.models;
  return {
    lockKeys: () => linkLockKeys(services, token, inviteCode),
    async run() {
      if (caller && !switchAccount) await refuseOtherAccount(services, token, caller);
      const link = await spendLink(services, token, 'sign-in');
      const { emailKey, userId } = link;
      const account = await User.findOne(userId ? { _id: userId } : { emailKey }).lean();
      // The member who shared the address has another one by now, or is gone.
      if (userId && !(account && sharesAddress(account, emailKey))) throw invalidToken();
      const restoreOptions = { wanted: keep, language, refused: invalidToken() };
      const kept = account !== null && (await keepIfWanted(services, account, restoreOptions));
      const { user, passwordRemoved } = account
        ? await confirmAddress(services, account, { caller, language })
        : { user: await newMember(services, { email: link.email, language }), passwordRemoved: false };
      if (!account) await redeemInvitation(services, user, link.inviteCode ?? inviteCode);
      const sessionId = await startSession(services, ctx, user._id);
      const outcome = { isNewUser: !account, passwordRemoved };
      await AddressLink.updateOne({ _id: linkIdOf(token) }, { userId: user._id, sessionId, outcome });
      return { memberId: user._id, passwordRemoved, kept };
    },
  };
}

/**
 * Prevents login CSRF: a stranger's link must not move a signed-in browser into the stranger's account without a question.
 * The error does not reveal whose link it is (docs/decisions/0093).
 */
async function refuseOtherAccount(services: Services, token: string, { user }: Caller): Promise<void> {
  const { emailKey, userId } = await liveLink(services, token, 'sign-in');
  if (userId ? !userId.equals(user._id) : emailKey !== user.emailKey) throw conflict(errorCodes.otherAccount);
}

/** The answer to a consumed magic link; null when it is not consumed, or started another session than `sessionId`. */
export async function presentVerified(
  services: Services,
  { token, memberId, sessionId }: { token: string; memberId: ObjectId; sessionId?: string },
): Promise<CallAnswer<'POST /api/auth/verify'> | null> {
  const link = await services.db.models.AddressLink.findById(linkIdOf(token)).lean();
  if (!link?.outcome || (sessionId !== undefined && link.sessionId !== sessionId)) return null;
  const user = await presentSelfOf(services, memberId);
  return { success: true, user, needsProfile: !user.profileComplete, ...link.outcome, next: link.next };
}

/**
 * Confirms the address of an existing account. The password and sessions of an unconfirmed account may be a stranger's: unless this
 * browser is signed in to the account, removes them and mails the member. Members who share an address have confirmed it before.
 */
async function confirmAddress(
  services: Services,
  user: User,
  { caller, language }: Pick<Verification, 'caller' | 'language'>,
): Promise<{ user: User; passwordRemoved: boolean }> {
  if (user.emailVerified || sharesAddress(user)) return { user, passwordRemoved: false };
  const { Session, User: Users } = services.db.models;
  await confirmWithin(services, user._id);
  const confirmed = { ...user, emailVerified: true };
  if (caller?.user._id.equals(user._id)) return { user: confirmed, passwordRemoved: false };
  await Users.updateOne({ _id: user._id }, { passwordHash: null });
  await Session.deleteMany({ userId: user._id });
  await notifySecurity(services, user._id, 'passwordRemoved');
  await mailMember(services.jobs, user, { language, name: 'passwordRemoved', path: '/dashboard' });
  return { user: { ...confirmed, passwordHash: null }, passwordRemoved: true };
}
