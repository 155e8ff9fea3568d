import type { SelfUser } from '@frens/contract';
import { toBamboo } from '@frens/contract/bamboo';
import { pickProfile } from '@frens/contract/profile-fields';
import { readOne } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { accountSuspended, suspensionOf } from '../members/suspension.policy.ts';
import { sharesAddress, type User } from '../members/user.model.ts';
import { pictureAddressOf } from '../pandas/panda-picture.policy.ts';
import { balanceOf } from '../wallet/ledger.ts';

/** Reads a member, and presents them to themselves (`presentSelf`). */
export async function presentSelfOf(services: Services, memberId: ObjectId): Promise<SelfUser> {
  const user = await services.db.models.User.findById(memberId).lean();
  if (!user) throw notFound();
  return presentSelf(services, user);
}

/**
 * Presents the member with the fields that only they may see. Every sign-in answers with this.
 *
 * @throws {AppError} 403 `account_suspended` with reason and end
 */
export async function presentSelf(services: Services, user: User): Promise<SelfUser> {
  const suspension = suspensionOf(user, services.clock.now());
  if (suspension) throw accountSuspended(services.config, suspension);
  const [balance, panda] = await Promise.all([
    balanceOf(services, user._id),
    user.pandaId ? readOne(services.db.models.Panda, user.pandaId) : null,
  ]);
  return {
    id: String(user._id),
    username: user.username,
    email: sharesAddress(user) ? '' : user.email,
    emailVerified: user.emailVerified,
    pendingEmail: user.pendingEmail,
    ...pickProfile(user),
    profileComplete: user.profileComplete,
    hasPassword: user.passwordHash !== null,
    pandaId: user.pandaId ? String(user.pandaId) : null,
    pandaImage: panda && pictureAddressOf(panda),
    bambooBalance: toBamboo(balance),
    createdAt: user.createdAt.toISOString(),
  };
}
