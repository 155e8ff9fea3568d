import { z } from 'zod';
import { minute } from '../../clock.ts';
import { batchLoad } from '../../database/batch-loader.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import type { JobKind } from '../../jobs/queue.ts';
import { handler, type JobHandler } from '../../jobs/worker.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { type Fact, idOfFact, notify } from '../notification-dispatch/notify.ts';
import { visibleInCircle } from '../visibility/visibility.ts';
import { type MembershipDoc, notEnded } from './circle.model.ts';
import type { CirclePostDoc } from './circle-post.model.ts';

const Payload = z.object({
  noticeId: z.string(),
  /** The membership up to which it has been told. */
  after: z.string().nullable(),
});

/** Telling those of a circle's members who want it of a new notice (D68): so many of them at a time, each time a job that makes the next. */
const notifyOfPost: JobKind<z.output<typeof Payload>> = {
  name: 'notice',
  payload: Payload,
  retryAfter: [minute, 5 * minute, 30 * minute],
};

/** Has those who want it told of a notice, once the transaction that posts it holds. */
export async function scheduleNotifications(
  { db, jobs }: Services,
  { _id, circleId, authorId }: Pick<CirclePostDoc, '_id' | 'circleId' | 'authorId'>,
): Promise<void> {
  const wants = { circleId, userId: { $ne: authorId }, wantsNotices: true };
  if (!(await db.models.Membership.exists(wants))) return;
  await jobs.add(notifyOfPost, { noticeId: String(_id), after: null }, { memberId: authorId });
}

/** Does the jobs that notices left. Each may be done twice, or while another notice of the circle is told of. */
export function notifyOfPostHandler(services: Services): JobHandler {
  return handler(notifyOfPost, ({ noticeId, after }) =>
    services.db.transaction(() =>
      tellSome(services, idFrom(noticeId), after === null ? null : idFrom(after)),
    ),
  );
}

async function tellSome(services: Services, noticeId: ObjectId, after: ObjectId | null): Promise<void> {
  const { Circle, CirclePost, Membership, User } = services.db.models;
  const notice = await CirclePost.findById(noticeId).lean();
  if (!notice || notice.removedAt) return;
  const { circleId, authorId } = notice;
  const author = await User.findById(authorId).lean();
  if (!author || !(await Circle.exists({ _id: circleId, ...notEnded }))) return;
  const atMost = serverLimits.circles.toldAtOnce;
  const wanting = await Membership.find({
    circleId,
    wantsNotices: true,
    ...(after ? { _id: { $gt: after } } : {}),
  })
    .sort({ _id: 1 })
    .limit(atMost)
    .lean<MembershipDoc[]>();
  const ids = wanting.map(({ userId }) => userId);
  const seeing = await visibleInCircle(services, author, ids);
  const told = await notToldYet(
    services,
    notice,
    ids.filter((id) => seeing.has(String(id))),
  );
  await notify(services, told);
  const last = wanting.at(-1);
  if (!last || wanting.length < atMost) return;
  const next = { noticeId: String(noticeId), after: String(last._id) };
  await services.jobs.add(notifyOfPost, next, {
    memberId: authorId,
    onceFor: `${next.noticeId} ${next.after}`,
  });
}

/**
 * What to tell of a notice, to all of some members who have not been told of it as a mention, nor of this or a newer one of its circle: what they
 * have read meanwhile stays read.
 */
async function notToldYet(
  { db }: Services,
  { _id: subjectId, circleId: within, authorId: actorId, createdAt }: CirclePostDoc,
  recipientIds: readonly ObjectId[],
): Promise<Fact[]> {
  const facts = recipientIds.map((recipientId) => ({
    mention: { kind: 'circleMention', recipientId, actorId, subjectId } satisfies Fact,
    notice: { kind: 'circleNotice', recipientId, actorId, subjectId, within } satisfies Fact,
  }));
  const before = await batchLoad(
    db.models.Notification,
    '_id',
    facts.flatMap(({ mention, notice }) => [idOfFact(mention), idOfFact(notice)]),
  );
  const last = new Map(before.map((one) => [String(one._id), one.subjectId]));
  const lastIds = new Map([...last.values()].flatMap((id) => (id ? [[String(id), id]] : [])));
  const others = await batchLoad(db.models.CirclePost, '_id', [...lastIds.values()]);
  const asNew = new Set(others.filter((one) => one.createdAt > createdAt).map(({ _id }) => String(_id)));
  asNew.add(String(subjectId));
  return facts.flatMap(({ mention, notice }) =>
    last.has(String(idOfFact(mention))) || asNew.has(String(last.get(String(idOfFact(notice)))))
      ? []
      : notice,
  );
}
