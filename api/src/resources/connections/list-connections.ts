import type { Friend, ParsedQuery, PendingConnection } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import { after, newestFirst, pageOf } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import type { User } from '../members/user.model.ts';
import { seenBy } from '../members/visibility.ts';
import type { ConnectionDoc } from './connection.model.ts';
import { declineShownSince, pendingSince } from './connection.policy.ts';
import { presentConnection } from './connections.ts';

type Paging = ParsedQuery<'GET /api/connections'>;

/** A member's friends, newest first (D22). */
export async function listFriends(
  services: Services,
  viewer: User,
  { limit, cursor }: Paging,
  ctx: ApiContext,
): Promise<Friend[]> {
  const mine = { $or: [{ requesterId: viewer._id }, { addresseeId: viewer._id }] };
  const rows = await services.db.models.Connection.find({
    $and: [{ status: 'accepted' }, mine, after(cursor)],
  })
    .sort(newestFirst)
    .limit(limit + 1)
    .lean();
  const page = pageOf(ctx, rows, limit);
  const others = await othersOf(services, viewer, page);
  return page.flatMap((tie) => {
    const friend = others.get(String(otherIn(tie, viewer._id)));
    if (!friend) return [];
    return [
      {
        id: String(tie._id),
        friendId: friend.id,
        friend,
        since: (tie.respondedAt ?? tie.createdAt).toISOString(),
      },
    ];
  });
}

/** Requests that wait for an answer, in both directions; a decline still looks like one to the asker (D20, D22). */
export async function listPending(
  services: Services,
  viewer: User,
  { limit, cursor }: Paging,
  ctx: ApiContext,
): Promise<PendingConnection[]> {
  const now = services.clock.now();
  const createdAt = { $gt: pendingSince(now) };
  const mine = {
    $or: [
      { addresseeId: viewer._id, status: 'pending' as const, createdAt },
      { requesterId: viewer._id, status: 'pending' as const, createdAt },
      {
        requesterId: viewer._id,
        status: 'declined' as const,
        takenBack: false,
        createdAt,
        respondedAt: { $gt: declineShownSince(now) },
      },
    ],
  };
  const rows = await services.db.models.Connection.find({ $and: [mine, after(cursor)] })
    .sort(newestFirst)
    .limit(limit + 1)
    .lean();
  const page = pageOf(ctx, rows, limit);
  const others = await othersOf(services, viewer, page);
  return page.flatMap((tie) => {
    const user = others.get(String(otherIn(tie, viewer._id)));
    if (!user) return [];
    const { id, direction, createdAt } = presentConnection(tie, viewer._id, now);
    return [{ id, direction, user, note: tie.note, createdAt }];
  });
}

function otherIn(tie: ConnectionDoc, viewerId: ObjectId): ObjectId {
  return tie.requesterId.equals(viewerId) ? tie.addresseeId : tie.requesterId;
}

async function othersOf(services: Services, viewer: User, ties: ConnectionDoc[]) {
  const ids = ties.map((tie) => otherIn(tie, viewer._id));
  const users = await services.db.models.User.find({ _id: { $in: ids } }).lean();
  return seenBy(services, viewer, users);
}
