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
  /** Whether somebody who is signed in to another account wants to change. */
  switchAccount: boolean | undefined;
  caller: Caller | null;
  language: Language;
  /** What came with the request; what was kept with the link goes before it. */
  inviteCode: string | undefined;
  /** Whether to keep the account if it is ending. */
  keep: boolean | undefined;
}

/** Spends a magic link: whoever reads the mail of an address is its member, and has an account from now on (D10). */
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
      const known = await User.findOne(userId ? { _id: userId } : { emailKey }).lean();
      // Who shared the address has another since, or is gone.
      if (userId && !(known && sharesAddress(known, emailKey))) throw invalidToken();
      const asked = { wanted: keep, language, refused: invalidToken() };
      const kept = known !== null && (await keepIfWanted(services, known, asked));
      const { user, passwordRemoved } = known
        ? await confirmKnown(services, known, { caller, language })
        : { user: await newMember(services, { email: link.email, language }), passwordRemoved: false };
      if (!known) await redeemInvitation(services, user, link.inviteCode ?? inviteCode);
      const sessionId = await startSession(services, ctx, user._id);
      const outcome = { isNewUser: !known, passwordRemoved };
      await AddressLink.updateOne({ _id: linkIdOf(token) }, { userId: user._id, sessionId, outcome });
      return { memberId: user._id, passwordRemoved, kept };
    },
  };
}

/**
 * A link that somebody else sent must not move a signed-in browser into their account unasked, where they would read what
 * is written there. Whose the link is, is not said (docs/decisions/0093).
 */
async function refuseOtherAccount(services: Services, token: string, { user }: Caller): Promise<void> {
  const { emailKey, userId } = await liveLink(services, token, 'sign-in');
  if (userId ? !userId.equals(user._id) : emailKey !== user.emailKey) throw conflict(errorCodes.otherAccount);
}

/** What a member is told whose link was used; null when it was not, or has made another session than the one asked for. */
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
 * Confirms the address of the account that has it. Where nobody had confirmed it, its password and sessions may be
 * somebody else's: unless this very browser is signed in to it, they end, and the member hears of it. Who shares the address has none to
 * confirm.
 */
async function confirmKnown(
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
