import type { ParsedBody } from '@frens/contract';
import { type NotificationPlace, notificationKinds, settledBy } from '@frens/contract/choices';
import type { QueryFilter } from 'mongoose';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { NotificationDoc } from './notification.model.ts';
import { subjectsOf } from './read-kind.ts';

type Body = ParsedBody<'POST /api/notifications/read'>;
type Filter = QueryFilter<NotificationDoc>;

/** Marks a member's unread notifications as read: one, all up to a time, or those that visiting a page settles (`settledBy`). */
export async function readNotifications(services: Services, reader: User, body: Body): Promise<void> {
  const { db, clock } = services;
  await db.models.Notification.updateMany(
    { recipientId: reader._id, readAt: null, ...(await filterOf(services, reader, body)) },
    { $set: { readAt: clock.now() } },
  );
}

async function filterOf(services: Services, reader: User, { id, upTo, seen }: Body): Promise<Filter> {
  if (id !== undefined) return { _id: idFrom(id) };
  if (!seen) return { createdAt: { $lte: new Date(upTo ?? 0) } };
  const kind = { $in: notificationKinds.filter((one) => settledBy[one] === seen.place) };
  const targetId = seen.id === undefined ? null : idFrom(seen.id);
  return { kind, ...(targetId && (await filterByPlace[seen.place](services, reader, targetId, kind))) };
}

type PlaceFilter = (
  services: Services,
  reader: User,
  id: ObjectId,
  kind: NonNullable<Filter['kind']>,
) => Filter | Promise<Filter>;
const actor: PlaceFilter = (_services, _reader, actorId) => ({ actorId });
const subject: PlaceFilter = (_services, _reader, subjectId) => ({ subjectId });

/** How an id narrows the notifications of a place: as their actor, their subject or the subject's circle. */
const filterByPlace: Record<NotificationPlace, PlaceFilter> = {
  person: actor,
  conversation: actor,
  introductions: subject,
  circle: subject,
  notices: ofCircle,
  panda: subject,
  security: subject,
};

/** Narrows notifications about circle posts to those of one circle. */
async function ofCircle(
  { db }: Services,
  reader: User,
  circleId: ObjectId,
  kind: NonNullable<Filter['kind']>,
): Promise<Filter> {
  const unread = await db.models.Notification.find({ recipientId: reader._id, readAt: null, kind }).lean<
    NotificationDoc[]
  >();
  const posts = await db.models.CirclePost.find(
    { _id: { $in: subjectsOf(unread) }, circleId },
    { _id: 1 },
  ).lean();
  return { subjectId: { $in: posts.map(({ _id }) => _id) } };
}
