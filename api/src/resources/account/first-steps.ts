import type { FirstSteps } from '@frens/contract';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { grantsOf } from '../wallet/ledger.ts';

/** What a member has done of what one does first, and the BAMBOO they were given (D56). */
export async function firstSteps(services: Services, user: User): Promise<FirstSteps> {
  const membership = await services.db.models.Membership.exists({ userId: user._id });
  return {
    steps: {
      profile: user.profileComplete && user.bio !== '' && user.interests.length > 0,
      circle: membership !== null,
      fren: user.friendCount > 0,
    },
    grants: await grantsOf(services, user._id),
  };
}
