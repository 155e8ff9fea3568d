import type { CirclePost, ParsedQuery, PublicUser } from '@frens/contract';
import { possibleMentions } from '@frens/contract/mentions';
import { readTogether } from '../../database/batch-loader.ts';
import { idFrom, newId, type ObjectId } from '../../database/ids.ts';
import { forbidden, notFound } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import { positionFilter, readNewest, readPage } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import { keyOf, type User } from '../members/user.model.ts';
import { notify } from '../notification-dispatch/notify.ts';
import { findReported } from '../visibility/find-reported.ts';
import { visibleByIds, visibleTo } from '../visibility/visibility.ts';
import { keeperRoles, type MembershipDoc } from './circle.model.ts';
import type { CirclePostDoc } from './circle-post.model.ts';
import { findCircle } from './find-circle.ts';
import { scheduleNotifications } from './notify-of-post.ts';

/** Posts a notice, and tells those in the circle whom it mentions, in the caller's transaction. */
export async function writeCirclePost(
  services: Services,
  author: User,
  circleId: ObjectId,
  text: string,
): Promise<ObjectId> {
  await findPart(services, author._id, circleId);
  const _id = newId();
  const createdAt = services.clock.now();
  await services.db.models.CirclePost.create({ _id, circleId, authorId: author._id, text, createdAt });
  await tellMentioned(services, author, circleId, { _id, text });
  await scheduleNotifications(services, { _id, circleId, authorId: author._id });
  return _id;
}

/** Tells whoever is in the circle and may be mentioned by the author (D68). */
async function tellMentioned(
  services: Services,
  author: User,
  circleId: ObjectId,
  { _id: subjectId, text }: Pick<CirclePostDoc, '_id' | 'text'>,
): Promise<void> {
  const { members } = await findMentions(services, author, [text]);
  if (members.length === 0) return;
  const userIds = members.map(({ id }) => idFrom(id));
  const within = await services.db.models.Membership.find({ circleId, userId: { $in: userIds } }).lean();
  await notify(
    services,
    within.map(({ userId: recipientId }) => ({
      kind: 'circleMention',
      recipientId,
      actorId: author._id,
      subjectId,
    })),
  );
}

/** Whether a notice may mention a member, who allows it. */
export function mayCall({ text }: Pick<CirclePostDoc, 'text'>, { usernameKey, privacy }: User): boolean {
  return (
    privacy.allowTagging &&
    mentionsIn(text)
      .flat()
      .some((name) => keyOf(name) === usernameKey)
  );
}

/** One notice as its author is answered; it may have been deleted in this very moment. */
export async function presentCirclePost(services: Services, viewer: User, id: ObjectId): Promise<CirclePost> {
  const notice = await services.db.models.CirclePost.findById(id).lean();
  const [presented] = notice ? await presentCirclePosts(services, viewer, [notice], true) : [];
  if (!presented) throw notFound();
  return presented;
}

/** The notices of a circle, newest first, for its members. */
export async function listCirclePosts(
  services: Services,
  viewer: User,
  circleId: ObjectId,
  paging: ParsedQuery<'GET /api/circles/:id/notices'>,
  ctx: ApiContext,
): Promise<CirclePost[]> {
  const { role } = await findPart(services, viewer._id, circleId);
  return readPage(ctx, paging, {
    read: (after, limit) =>
      readNewest(services.db.models.CirclePost, { circleId, ...positionFilter(after) }, limit),
    present: (notices) => presentCirclePosts(services, viewer, notices, keeperRoles.includes(role)),
  });
}

/**
 * Deletes a notice: its author, also one who has left, or the circle's owner and admins.
 *
 * @throws 404 for everybody else, and where there is none
 */
export async function deleteCirclePost(
  { db }: Services,
  member: User,
  circleId: ObjectId,
  noticeId: ObjectId,
): Promise<void> {
  const { CirclePost, Membership } = db.models;
  const notice = await CirclePost.findOne({ _id: noticeId, circleId }).lean();
  if (!notice) throw notFound();
  const own = { circleId, userId: member._id, role: { $in: keeperRoles } };
  const mayDelete = notice.authorId.equals(member._id) || (await Membership.exists(own)) !== null;
  if (!mayDelete) throw notFound();
  await CirclePost.deleteOne({ _id: noticeId });
}

/** @throws 403 for who is not in it */
async function findPart(services: Services, userId: ObjectId, circleId: ObjectId): Promise<MembershipDoc> {
  await findCircle(services, userId, circleId);
  const own = await services.db.models.Membership.findOne({ circleId, userId }).lean();
  if (!own) throw forbidden();
  return own;
}

/** Posts told to a member of their circles, in their places: by authors whom the viewer sees, without those that the viewer has reported (D16, D23). */
export async function presentCirclePosts(
  services: Services,
  viewer: User,
  notices: readonly CirclePostDoc[],
  isKeeper: boolean,
): Promise<Array<CirclePost | null>> {
  const [authors, { names }, reported] = await Promise.all([
    visibleByIds(
      services,
      viewer,
      notices.map(({ authorId }) => authorId),
    ),
    findMentions(
      services,
      viewer,
      notices.map(({ text }) => text),
    ),
    findReported(
      services,
      viewer,
      'notice',
      notices.map(({ _id }) => _id),
    ),
  ]);
  return notices.map(({ _id, authorId, text, createdAt, removedAt }, place) => {
    const id = String(_id);
    const author = authors.get(String(authorId));
    if (!author || removedAt || reported.has(id)) return null;
    return {
      id,
      author,
      text,
      mentions: names[place] ?? [],
      createdAt: createdAt.toISOString(),
      canDelete: isKeeper || authorId.equals(viewer._id),
    };
  });
}

function mentionsIn(text: string): string[][] {
  return possibleMentions(text).slice(0, serverLimits.mentionsPerNotice);
}

interface Mentions {
  /** The usernames that each of the texts calls, as they stand there. */
  names: string[][];
  members: PublicUser[];
}

/** Finds whom texts call: whoever has the longest username that a mention can mean, allows tagging and is shown to the viewer (D17, D68). */
async function findMentions(services: Services, viewer: User, texts: readonly string[]): Promise<Mentions> {
  const mentions = texts.map(mentionsIn);
  const keys = new Set(mentions.flat(2).map(keyOf));
  if (keys.size === 0) return { names: [], members: [] };
  const users = await readTogether(services.db.models.User, { usernameKey: { $in: [...keys] } });
  const taken = new Set(users.map(({ usernameKey }) => usernameKey));
  const meant = mentions.map((all) =>
    all.flatMap((readings) => readings.find((name) => taken.has(keyOf(name))) ?? []),
  );
  const called = new Set<string | undefined>(meant.flat().map(keyOf));
  const allowing = users.filter(
    ({ privacy, usernameKey }) => privacy.allowTagging && called.has(usernameKey),
  );
  const members = [...(await visibleTo(services, viewer, allowing)).values()];
  const linked = new Set(members.map(({ username }) => keyOf(username)));
  return { members, names: meant.map((names) => names.filter((name) => linked.has(keyOf(name)))) };
}
