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

/** Marks notifications of a member as read: one, all up to a moment, or those that a look settles. What is not there, or read before, stays as it is. */
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
  const about = seen.id === undefined ? null : idFrom(seen.id);
  return { kind, ...(about && (await aboutIn[seen.place](services, reader, about, kind))) };
}

type About = (
  services: Services,
  reader: User,
  id: ObjectId,
  kind: NonNullable<Filter['kind']>,
) => Filter | Promise<Filter>;
const actor: About = (_services, _reader, actorId) => ({ actorId });
const subject: About = (_services, _reader, subjectId) => ({ subjectId });

/** How the notifications of a place are about somebody or something. */
const aboutIn: Record<NotificationPlace, About> = {
  person: actor,
  conversation: actor,
  introductions: subject,
  circle: subject,
  notices: ofCircle,
  panda: subject,
  security: subject,
};

/** The subjects are notices: those of the circle. */
async function ofCircle(
  { db }: Services,
  reader: User,
  circleId: ObjectId,
  kind: NonNullable<Filter['kind']>,
): Promise<Filter> {
  const unread = await db.models.Notification.find({ recipientId: reader._id, readAt: null, kind }).lean<
    NotificationDoc[]
  >();
  const notices = await db.models.CirclePost.find(
    { _id: { $in: subjectsOf(unread) }, circleId },
    { _id: 1 },
  ).lean();
  return { subjectId: { $in: notices.map(({ _id }) => _id) } };
}
