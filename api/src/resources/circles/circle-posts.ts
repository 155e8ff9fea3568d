import type { CirclePost, ParsedQuery, PublicUser } from '@frens/contract';
import { possibleMentions } from '@frens/contract/mentions';
import { batchFind } from '../../database/batch-loader.ts';
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

/** Creates a post and notifies the circle's members whom it mentions, in the caller's transaction. */
export async function writeCirclePost(
  services: Services,
  author: User,
  circleId: ObjectId,
  text: string,
): Promise<ObjectId> {
  await findMember(services, author._id, circleId);
  const _id = newId();
  const createdAt = services.clock.now();
  await services.db.models.CirclePost.create({ _id, circleId, authorId: author._id, text, createdAt });
  await notifyMentioned(services, author, circleId, { _id, text });
  await scheduleNotifications(services, { _id, circleId, authorId: author._id });
  return _id;
}

/** Notifies the mentioned members who are in the circle and allow the author's mention (D68). */
async function notifyMentioned(
  services: Services,
  author: User,
  circleId: ObjectId,
  { _id: subjectId, text }: Pick<CirclePostDoc, '_id' | 'text'>,
): Promise<void> {
  const { members } = await findMentions(services, author, [text]);
  if (members.length === 0) return;
  const userIds = members.map(({ id }) => idFrom(id));
  const memberships = await services.db.models.Membership.find({ circleId, userId: { $in: userIds } }).lean();
  await notify(
    services,
    memberships.map(({ userId: recipientId }) => ({
      kind: 'circleMention',
      recipientId,
      actorId: author._id,
      subjectId,
    })),
  );
}

/** Whether a post mentions a member who allows tagging. */
export function mayCall({ text }: Pick<CirclePostDoc, 'text'>, { usernameKey, privacy }: User): boolean {
  return (
    privacy.allowTagging &&
    mentionsIn(text)
      .flat()
      .some((name) => keyOf(name) === usernameKey)
  );
}

/** Presents a post to its author. Throws 404 if it has just been deleted. */
export async function presentCirclePost(services: Services, viewer: User, id: ObjectId): Promise<CirclePost> {
  const post = await services.db.models.CirclePost.findById(id).lean();
  const [presented] = post ? await presentCirclePosts(services, viewer, [post], true) : [];
  if (!presented) throw notFound();
  return presented;
}

/** Lists the posts of a circle, newest first, for its members. */
export async function listCirclePosts(
  services: Services,
  viewer: User,
  circleId: ObjectId,
  paging: ParsedQuery<'GET /api/circles/:id/notices'>,
  ctx: ApiContext,
): Promise<CirclePost[]> {
  const { role } = await findMember(services, viewer._id, circleId);
  return readPage(ctx, paging, {
    read: (after, limit) =>
      readNewest(services.db.models.CirclePost, { circleId, ...positionFilter(after) }, limit),
    present: (posts) => presentCirclePosts(services, viewer, posts, keeperRoles.includes(role)),
  });
}

/**
 * Deletes a post on behalf of its author, even one who has left, or of the circle's owner or an admin.
 *
 * @throws 404 for anybody else, and for a missing post
 */
export async function deleteCirclePost(
  { db }: Services,
  member: User,
  circleId: ObjectId,
  postId: ObjectId,
): Promise<void> {
  const { CirclePost, Membership } = db.models;
  const post = await CirclePost.findOne({ _id: postId, circleId }).lean();
  if (!post) throw notFound();
  const own = { circleId, userId: member._id, role: { $in: keeperRoles } };
  const mayDelete = post.authorId.equals(member._id) || (await Membership.exists(own)) !== null;
  if (!mayDelete) throw notFound();
  await CirclePost.deleteOne({ _id: postId });
}

/** Reads the caller's membership. Throws 403 for a non-member. */
async function findMember(services: Services, userId: ObjectId, circleId: ObjectId): Promise<MembershipDoc> {
  await findCircle(services, userId, circleId);
  const own = await services.db.models.Membership.findOne({ circleId, userId }).lean();
  if (!own) throw forbidden();
  return own;
}

/** Presents posts to a member, index by index; null if the author is invisible or the viewer has reported the post (D16, D23). */
export async function presentCirclePosts(
  services: Services,
  viewer: User,
  posts: readonly CirclePostDoc[],
  isKeeper: boolean,
): Promise<Array<CirclePost | null>> {
  const [authors, { names }, reported] = await Promise.all([
    visibleByIds(
      services,
      viewer,
      posts.map(({ authorId }) => authorId),
    ),
    findMentions(
      services,
      viewer,
      posts.map(({ text }) => text),
    ),
    findReported(
      services,
      viewer,
      'notice',
      posts.map(({ _id }) => _id),
    ),
  ]);
  return posts.map(({ _id, authorId, text, createdAt, removedAt }, place) => {
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
  return possibleMentions(text).slice(0, serverLimits.mentionsPerPost);
}

interface Mentions {
  /** The usernames that each text mentions, in the text's spelling. */
  names: string[][];
  members: PublicUser[];
}

/** Resolves mentions: each to the longest existing username that it can mean, if its member allows tagging and is visible (D17, D68). */
async function findMentions(services: Services, viewer: User, texts: readonly string[]): Promise<Mentions> {
  const mentions = texts.map(mentionsIn);
  const keys = new Set(mentions.flat(2).map(keyOf));
  if (keys.size === 0) return { names: [], members: [] };
  const users = await batchFind(services.db.models.User, { usernameKey: { $in: [...keys] } });
  const existing = new Set(users.map(({ usernameKey }) => usernameKey));
  const matches = mentions.map((all) =>
    all.flatMap((readings) => readings.find((name) => existing.has(keyOf(name))) ?? []),
  );
  const matchKeys = new Set<string | undefined>(matches.flat().map(keyOf));
  const taggable = users.filter(
    ({ privacy, usernameKey }) => privacy.allowTagging && matchKeys.has(usernameKey),
  );
  const members = [...(await visibleTo(services, viewer, taggable)).values()];
  const memberKeys = new Set(members.map(({ username }) => keyOf(username)));
  return { members, names: matches.map((names) => names.filter((name) => memberKeys.has(keyOf(name)))) };
}
