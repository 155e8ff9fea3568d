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
  /** The cursor: the last membership of the previous batch. */
  after: z.string().nullable(),
});

/** Fans a new post out to the members who want to be notified (D68), in batches: each job queues the next one. */
const notifyOfPost: JobKind<z.output<typeof Payload>> = {
  name: 'notice',
  payload: Payload,
  retryAfter: [minute, 5 * minute, 30 * minute],
};

/** Queues the notifications of a post, in the transaction that creates it. */
export async function scheduleNotifications(
  { db, jobs }: Services,
  { _id, circleId, authorId }: Pick<CirclePostDoc, '_id' | 'circleId' | 'authorId'>,
): Promise<void> {
  const wants = { circleId, userId: { $ne: authorId }, wantsNotices: true };
  if (!(await db.models.Membership.exists(wants))) return;
  await jobs.add(notifyOfPost, { noticeId: String(_id), after: null }, { memberId: authorId });
}

/** Handles the fan-out jobs of posts. Each may run twice, and beside those of other posts in the circle. */
export function notifyOfPostHandler(services: Services): JobHandler {
  return handler(notifyOfPost, ({ noticeId, after }) =>
    services.db.transaction(() =>
      notifyBatch(services, idFrom(noticeId), after === null ? null : idFrom(after)),
    ),
  );
}

async function notifyBatch(services: Services, noticeId: ObjectId, after: ObjectId | null): Promise<void> {
  const { Circle, CirclePost, Membership, User } = services.db.models;
  const post = await CirclePost.findById(noticeId).lean();
  if (!post || post.removedAt) return;
  const { circleId, authorId } = post;
  const author = await User.findById(authorId).lean();
  if (!author || !(await Circle.exists({ _id: circleId, ...notEnded }))) return;
  const atMost = serverLimits.circles.toldAtOnce;
  const subscribers = await Membership.find({
    circleId,
    wantsNotices: true,
    ...(after ? { _id: { $gt: after } } : {}),
  })
    .sort({ _id: 1 })
    .limit(atMost)
    .lean<MembershipDoc[]>();
  const ids = subscribers.map(({ userId }) => userId);
  const viewers = await visibleInCircle(services, author, ids);
  const facts = await newFactsOf(
    services,
    post,
    ids.filter((id) => viewers.has(String(id))),
  );
  await notify(services, facts);
  const last = subscribers.at(-1);
  if (!last || subscribers.length < atMost) return;
  const next = { noticeId: String(noticeId), after: String(last._id) };
  await services.jobs.add(notifyOfPost, next, {
    memberId: authorId,
    onceFor: `${next.noticeId} ${next.after}`,
  });
}

/**
 * The notifications of a post for those recipients who have none yet: neither as a mention, nor of this or a newer post in the circle.
 * Otherwise a job that runs again would mark notifications as unread that were read meanwhile.
 */
async function newFactsOf(
  { db }: Services,
  { _id: subjectId, circleId: within, authorId: actorId, createdAt }: CirclePostDoc,
  recipientIds: readonly ObjectId[],
): Promise<Fact[]> {
  const facts = recipientIds.map((recipientId) => ({
    mention: { kind: 'circleMention', recipientId, actorId, subjectId } satisfies Fact,
    post: { kind: 'circleNotice', recipientId, actorId, subjectId, within } satisfies Fact,
  }));
  const existing = await batchLoad(
    db.models.Notification,
    '_id',
    facts.flatMap(({ mention, post }) => [idOfFact(mention), idOfFact(post)]),
  );
  const last = new Map(existing.map((one) => [String(one._id), one.subjectId]));
  const lastIds = new Map([...last.values()].flatMap((id) => (id ? [[String(id), id]] : [])));
  const others = await batchLoad(db.models.CirclePost, '_id', [...lastIds.values()]);
  const asNew = new Set(others.filter((one) => one.createdAt > createdAt).map(({ _id }) => String(_id)));
  asNew.add(String(subjectId));
  return facts.flatMap(({ mention, post }) =>
    last.has(String(idOfFact(mention))) || asNew.has(String(last.get(String(idOfFact(post))))) ? [] : post,
  );
}
