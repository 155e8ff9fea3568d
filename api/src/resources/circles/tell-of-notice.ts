import { z } from 'zod';
import { minute } from '../../clock.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import { readTogether } from '../../database/read-together.ts';
import type { JobKind } from '../../jobs/queue.ts';
import { handler, type JobHandler } from '../../jobs/worker.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { type Fact, idOfFact, notify } from '../notify/notify.ts';
import { whoSeesInCircle } from '../visibility/visibility.ts';
import { type MembershipDoc, notEnded } from './circle.model.ts';
import type { CircleNoticeDoc } from './circle-notice.model.ts';

const Payload = z.object({
  noticeId: z.string(),
  /** The membership up to which it has been told. */
  after: z.string().nullable(),
});

/** Telling those of a circle's members who want it of a new notice (D68): so many of them at a time, each time a job that makes the next. */
const tellOfNotice: JobKind<z.output<typeof Payload>> = {
  name: 'notice',
  payload: Payload,
  retryAfter: [minute, 5 * minute, 30 * minute],
};

/** Has those who want it told of a notice, once the transaction that posts it holds. */
export async function tellLater(
  { db, jobs }: Services,
  { _id, circleId, authorId }: Pick<CircleNoticeDoc, '_id' | 'circleId' | 'authorId'>,
): Promise<void> {
  const wants = { circleId, userId: { $ne: authorId }, wantsNotices: true };
  if (!(await db.models.Membership.exists(wants))) return;
  await jobs.add(tellOfNotice, { noticeId: String(_id), after: null }, { memberId: authorId });
}

/** Does the jobs that notices left. Each may be done twice, or while another notice of the circle is told of. */
export function tellOfNoticeHandler(services: Services): JobHandler {
  return handler(tellOfNotice, ({ noticeId, after }) =>
    services.db.transaction(() =>
      tellSome(services, idFrom(noticeId), after === null ? null : idFrom(after)),
    ),
  );
}

async function tellSome(services: Services, noticeId: ObjectId, after: ObjectId | null): Promise<void> {
  const { Circle, CircleNotice, Membership, User } = services.db.models;
  const notice = await CircleNotice.findById(noticeId).lean();
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
  const seeing = await whoSeesInCircle(services, author, ids);
  const told = await notToldYet(
    services,
    notice,
    ids.filter((id) => seeing.has(String(id))),
  );
  await notify(services, told);
  const last = wanting.at(-1);
  if (!last || wanting.length < atMost) return;
  const next = { noticeId: String(noticeId), after: String(last._id) };
  await services.jobs.add(tellOfNotice, next, {
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
  { _id: subjectId, circleId: within, authorId: actorId, createdAt }: CircleNoticeDoc,
  recipientIds: readonly ObjectId[],
): Promise<Fact[]> {
  const facts = recipientIds.map((recipientId) => ({
    mention: { kind: 'circleMention', recipientId, actorId, subjectId } satisfies Fact,
    notice: { kind: 'circleNotice', recipientId, actorId, subjectId, within } satisfies Fact,
  }));
  const before = await readTogether(
    db.models.Notification,
    '_id',
    facts.flatMap(({ mention, notice }) => [idOfFact(mention), idOfFact(notice)]),
  );
  const last = new Map(before.map((one) => [String(one._id), one.subjectId]));
  const lastIds = new Map([...last.values()].flatMap((id) => (id ? [[String(id), id]] : [])));
  const others = await readTogether(db.models.CircleNotice, '_id', [...lastIds.values()]);
  const asNew = new Set(others.filter((one) => one.createdAt > createdAt).map(({ _id }) => String(_id)));
  asNew.add(String(subjectId));
  return facts.flatMap(({ mention, notice }) =>
    last.has(String(idOfFact(mention))) || asNew.has(String(last.get(String(idOfFact(notice)))))
      ? []
      : notice,
  );
}
