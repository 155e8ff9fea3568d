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
import { seeMembers } from '../visibility/visibility.ts';
import type { NotificationDoc } from './notification.model.ts';
import {
  type KindInput,
  type KindReader,
  mapSubjects,
  noSubject,
  type Subjects,
  subjectsOf,
} from './read-kind.ts';

/** The subject is a circle. Shown like its card, for the latest inviting friend, to a reader who is neither a member nor banned. */
export async function invitations({ services, reader, rows }: KindInput): Promise<Subjects> {
  const circleIds = subjectsOf(rows);
  const [circles, inviters, banned, within] = await Promise.all([
    circlesOf(services, reader, circleIds),
    invitersOf(services, reader, circleIds, seeMembers),
    bannedFrom(services, reader._id),
    services.db.models.Membership.find({ userId: reader._id, circleId: { $in: circleIds } }).lean(),
  ]);
  const closed = new Set([...banned, ...within.map(({ circleId }) => String(circleId))]);
  return mapSubjects(rows, ({ actorId, subjectId }) => {
    const id = String(subjectId);
    const circle = circles.get(id);
    const isShown = circle && inviters.get(id)?.id === String(actorId) && !closed.has(id);
    return isShown ? { ...noSubject, circle } : null;
  });
}

/** The subject is a circle. Shown to its owner and admins while the request is pending. */
export async function circleRequests({ services, reader, rows }: KindInput): Promise<Subjects> {
  const { CircleRequest, Membership } = services.db.models;
  const circleIds = subjectsOf(rows);
  const [circles, keeperships, requests] = await Promise.all([
    circlesOf(services, reader, circleIds),
    Membership.find({ userId: reader._id, circleId: { $in: circleIds }, role: { $in: keeperRoles } }).lean(),
    CircleRequest.find({
      userId: { $in: rows.flatMap(({ actorId }) => actorId ?? []) },
      circleId: { $in: circleIds },
      status: 'pending',
    }).lean(),
  ]);
  const own = new Set(keeperships.map(({ circleId }) => String(circleId)));
  const pending = new Set(requests.map(({ circleId, userId }) => `${String(circleId)} ${String(userId)}`));
  return mapSubjects(rows, ({ actorId, subjectId }) => {
    const id = String(subjectId);
    const circle = circles.get(id);
    return circle && own.has(id) && pending.has(`${id} ${String(actorId)}`) ? { ...noSubject, circle } : null;
  });
}

/** The subject is a circle. Shown to its members while their membership passes `isShown`. */
export function ownMembership(isShown: (own: MembershipDoc, row: NotificationDoc) => boolean): KindReader {
  return async ({ services, reader, rows }) => {
    const { circles, memberships } = await membershipsOf(services, reader, subjectsOf(rows));
    return mapSubjects(rows, (row) => {
      const id = String(row.subjectId);
      const [circle, own] = [circles.get(id), memberships.get(id)];
      return circle && own && isShown(own, row) ? { ...noSubject, circle } : null;
    });
  };
}

/** A visible circle post, and the reader's membership in its circle. */
interface PostInCircle {
  reader: User;
  post: CirclePostDoc;
  own: MembershipDoc;
}

/** The subject is a circle post. Shown to members of its circle while they can see the post (D68). */
export function circlePosts(isShown: (one: PostInCircle) => boolean): KindReader {
  return async ({ services, reader, rows }) => {
    const ids = subjectsOf(rows);
    const [found, reported] = await Promise.all([
      batchLoad(services.db.models.CirclePost, '_id', ids),
      findReported(services, reader, 'notice', ids),
    ]);
    const shown = found.filter(({ _id, removedAt }) => !removedAt && !reported.has(String(_id)));
    const byId = new Map(shown.map((one) => [String(one._id), one]));
    const { circles, memberships } = await membershipsOf(
      services,
      reader,
      shown.map(({ circleId }) => circleId),
    );
    return mapSubjects(rows, ({ subjectId }) => {
      const post = byId.get(String(subjectId));
      const circle = circles.get(String(post?.circleId));
      const own = memberships.get(String(post?.circleId));
      return post && circle && own && isShown({ reader, post, own }) ? { ...noSubject, circle } : null;
    });
  };
}

/** The circles that a reader may see named, and the reader's membership in each. */
async function membershipsOf(services: Services, reader: User, circleIds: readonly ObjectId[]) {
  const [circles, within] = await Promise.all([
    circlesOf(services, reader, circleIds),
    services.db.models.Membership.find({ userId: reader._id, circleId: { $in: [...circleIds] } }).lean(),
  ]);
  return { circles, memberships: new Map(within.map((one) => [String(one.circleId), one])) };
}

async function circlesOf(services: Services, reader: User, ids: readonly ObjectId[]) {
  const found = await services.db.models.Circle.find(
    { _id: { $in: [...ids] }, ...notEnded },
    { name: 1, ownerId: 1 },
  ).lean();
  const blockedCircles = await findCirclesOfBlocked(services, reader._id, found);
  const shown = found.filter(({ _id }) => !blockedCircles.has(String(_id)));
  return new Map(shown.map(({ _id, name }) => [String(_id), { id: String(_id), name }]));
}
