import { batchLoad } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { keeperRoles, type MembershipDoc, notEnded } from '../circles/circle.model.ts';
import type { CirclePostDoc } from '../circles/circle-post.model.ts';
import { findCirclesOfBlocked } from '../circles/find-circle.ts';
import { bannedFrom } from '../circles/is-banned.ts';
import { invitersOf } from '../circles/personal-invitations.ts';
import type { User } from '../members/user.model.ts';
import { findReported } from '../visibility/find-reported.ts';
import type { NotificationDoc } from './notification.model.ts';
import { keep, nothing, type Reader, type Reading, subjectsOf, type Told } from './read-kind.ts';

/** The subject is the circle: told as its card tells it, by the friend who invited last, to who is not in it and may come in. */
export async function invitations({ services, reader, rows }: Reading): Promise<Told> {
  const circleIds = subjectsOf(rows);
  const [circles, inviters, banned, within] = await Promise.all([
    circlesOf(services, reader, circleIds),
    invitersOf(services, reader, circleIds),
    bannedFrom(services, reader._id),
    services.db.models.Membership.find({ userId: reader._id, circleId: { $in: circleIds } }).lean(),
  ]);
  const closed = new Set([...banned, ...within.map(({ circleId }) => String(circleId))]);
  return keep(rows, ({ actorId, subjectId }) => {
    const id = String(subjectId);
    const circle = circles.get(id);
    const isIt = circle && inviters.get(id)?.id === String(actorId) && !closed.has(id);
    return isIt ? { ...nothing, circle } : null;
  });
}

/** The subject is the circle: told to whoever keeps it while the request waits. */
export async function circleRequests({ services, reader, rows }: Reading): Promise<Told> {
  const { CircleRequest, Membership } = services.db.models;
  const circleIds = subjectsOf(rows);
  const [circles, kept, waiting] = await Promise.all([
    circlesOf(services, reader, circleIds),
    Membership.find({ userId: reader._id, circleId: { $in: circleIds }, role: { $in: keeperRoles } }).lean(),
    CircleRequest.find({
      userId: { $in: rows.flatMap(({ actorId }) => actorId ?? []) },
      circleId: { $in: circleIds },
      status: 'pending',
    }).lean(),
  ]);
  const own = new Set(kept.map(({ circleId }) => String(circleId)));
  const asked = new Set(waiting.map(({ circleId, userId }) => `${String(circleId)} ${String(userId)}`));
  return keep(rows, ({ actorId, subjectId }) => {
    const id = String(subjectId);
    const circle = circles.get(id);
    return circle && own.has(id) && asked.has(`${id} ${String(actorId)}`) ? { ...nothing, circle } : null;
  });
}

/** The subject is the circle: told to who is in it, as long as their part in it is the one that is told of. */
export function ownPart(isTold: (own: MembershipDoc, row: NotificationDoc) => boolean): Reader {
  return async ({ services, reader, rows }) => {
    const { circles, parts } = await placesOf(services, reader, subjectsOf(rows));
    return keep(rows, (row) => {
      const id = String(row.subjectId);
      const [circle, own] = [circles.get(id), parts.get(id)];
      return circle && own && isTold(own, row) ? { ...nothing, circle } : null;
    });
  };
}

/** A notice that stands, and the reader's part in its circle. */
interface OfNotice {
  reader: User;
  notice: CirclePostDoc;
  own: MembershipDoc;
}

/** The subject is a notice: told to who is in its circle, while they are shown it (D68). */
export function notices(isTold: (one: OfNotice) => boolean): Reader {
  return async ({ services, reader, rows }) => {
    const ids = subjectsOf(rows);
    const [found, reported] = await Promise.all([
      batchLoad(services.db.models.CirclePost, '_id', ids),
      findReported(services, reader, 'notice', ids),
    ]);
    const shown = found.filter(({ _id, removedAt }) => !removedAt && !reported.has(String(_id)));
    const byId = new Map(shown.map((one) => [String(one._id), one]));
    const { circles, parts } = await placesOf(
      services,
      reader,
      shown.map(({ circleId }) => circleId),
    );
    return keep(rows, ({ subjectId }) => {
      const notice = byId.get(String(subjectId));
      const circle = circles.get(String(notice?.circleId));
      const own = parts.get(String(notice?.circleId));
      return notice && circle && own && isTold({ reader, notice, own }) ? { ...nothing, circle } : null;
    });
  };
}

/** Circles as they are named to a reader, and the reader's part in each. */
async function placesOf(services: Services, reader: User, circleIds: readonly ObjectId[]) {
  const [circles, within] = await Promise.all([
    circlesOf(services, reader, circleIds),
    services.db.models.Membership.find({ userId: reader._id, circleId: { $in: [...circleIds] } }).lean(),
  ]);
  return { circles, parts: new Map(within.map((one) => [String(one.circleId), one])) };
}

async function circlesOf(services: Services, reader: User, ids: readonly ObjectId[]) {
  const found = await services.db.models.Circle.find(
    { _id: { $in: [...ids] }, ...notEnded },
    { name: 1, ownerId: 1 },
  ).lean();
  const apart = await findCirclesOfBlocked(services, reader._id, found);
  const shown = found.filter(({ _id }) => !apart.has(String(_id)));
  return new Map(shown.map(({ _id, name }) => [String(_id), { id: String(_id), name }]));
}
