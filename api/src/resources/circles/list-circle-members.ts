import type { CircleMember, ParsedQuery } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import { forbidden } from '../../errors.ts';
import { positionFilter, readNewest, readPage } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import type { User } from '../members/user.model.ts';
import { visibleByIds } from '../visibility/visibility.ts';
import { showsMembersTo } from './circle.policy.ts';
import { findCircle } from './find-circle.ts';

/** Lists the members of a circle whom the viewer can see, newest first (D16, D27). */
export async function listCircleMembers(
  services: Services,
  viewer: User,
  circleId: ObjectId,
  paging: ParsedQuery<'GET /api/circles/:id/members'>,
  ctx: ApiContext,
): Promise<CircleMember[]> {
  const { Membership } = services.db.models;
  const circle = await findCircle(services, viewer._id, circleId);
  const own = await Membership.findOne({ circleId, userId: viewer._id }).lean();
  if (!showsMembersTo(own?.role ?? 'none', circle)) throw forbidden();
  return readPage(ctx, paging, {
    read: (after, limit) => readNewest(Membership, { circleId, ...positionFilter(after) }, limit),
    async present(memberships) {
      const ids = memberships.map(({ userId }) => userId);
      const visible = await visibleByIds(services, viewer, ids);
      return memberships.map(({ userId, role, createdAt }) => {
        const user = visible.get(String(userId));
        return user ? { id: user.id, user, role, since: createdAt.toISOString() } : null;
      });
    },
  });
}
