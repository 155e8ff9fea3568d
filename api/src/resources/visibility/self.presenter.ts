import type { SelfUser } from '@frens/contract';
import { toBamboo } from '@frens/contract/bamboo';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { balanceOf } from '../wallet/ledger.ts';

/** The member themselves, with what only they may see. */
export async function presentSelf(services: Services, user: User): Promise<SelfUser> {
  const balance = await balanceOf(services, user._id);
  return {
    id: String(user._id),
    username: user.username,
    email: user.email,
    emailVerified: user.emailVerified,
    pendingEmail: user.pendingEmail,
    name: user.name,
    age: user.age,
    gender: user.gender,
    lookingFor: user.lookingFor,
    connectionType: user.connectionType,
    bio: user.bio,
    occupation: user.occupation,
    profileImage: user.profileImage,
    interests: user.interests,
    location: user.location,
    profileComplete: user.profileComplete,
    hasPassword: user.passwordHash !== null,
    pandaId: user.pandaId ? String(user.pandaId) : null,
    bambooBalance: toBamboo(balance),
    createdAt: user.createdAt.toISOString(),
  };
}
