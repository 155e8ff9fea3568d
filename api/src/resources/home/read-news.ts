import type { Home, HomeNews } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { ago, day } from '../../clock.ts';
import { batchFind } from '../../database/batch-loader.ts';
import { serverLimits } from '../../limits.ts';
import { readNewest } from '../../paging.ts';
import type { Services } from '../../services.ts';
import { notEnded } from '../circles/circle.model.ts';
import { presentCirclePosts } from '../circles/circle-posts.ts';
import { otherIn } from '../connections/connection.model.ts';
import type { User } from '../members/user.model.ts';
import { presentNotifications } from '../notifications/list-notifications.ts';
import type { NotificationDoc } from '../notifications/notification.model.ts';
import type { MemberViewing } from '../pandas/panda.presenter.ts';
import type { OwnRelations } from '../proposals/own-relations.ts';
import type { FoundMember } from '../visibility/visibility.ts';

/** What of a circle's or friend's past is still news, in days. */
const newsDays = 30;

const most = limits.home.news;

/** News of a member's friends, circles and Panda, the newest first. */
export async function readNews(
  services: Services,
  { viewer }: MemberViewing,
  own: Promise<OwnRelations>,
  friends: Promise<ReadonlyMap<string, FoundMember>>,
  newest: Promise<NotificationDoc[]>,
): Promise<Home['news']> {
  const since = ago(services.clock, newsDays * day);
  const [posts, backers, { friendships }, shown] = await Promise.all([
    own.then((relations) => readPosts(services, viewer, relations, since)),
    newest.then((notifications) => readBackers(services, viewer, notifications, since)),
    own,
    friends,
  ]);
  const news: HomeNews[] = [
    ...posts,
    ...backers,
    ...friendships.flatMap((one): HomeNews[] => {
      const friend = shown.get(String(otherIn(one, viewer._id)))?.user;
      const at = one.respondedAt ?? one.createdAt;
      const hasMessages = one.messagedAt !== undefined;
      return friend && at > since
        ? [{ kind: 'friend', id: String(one._id), friend, hasMessages, at: at.toISOString() }]
        : [];
    }),
  ];
  return news.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, most);
}

async function readPosts(
  services: Services,
  viewer: User,
  own: OwnRelations,
  since: Date,
  limit: number = most,
): Promise<HomeNews[]> {
  const { memberships } = own;
  const { Circle, CirclePost } = services.db.models;
  if (memberships.length === 0) return [];
  const circleId = { $in: memberships.map((one) => one.circleId) };
  const written = await readNewest(
    CirclePost,
    { circleId, authorId: { $ne: viewer._id }, createdAt: { $gt: since } },
    limit,
  );
  if (written.length === 0) return [];
  const [circles, posts] = await Promise.all([
    batchFind(Circle, { _id: { $in: written.map((one) => one.circleId) }, ...notEnded }),
    presentCirclePosts(services, viewer, written, false),
  ]);
  const names = new Map(circles.map(({ _id, name }) => [String(_id), name]));
  const news = posts.flatMap((post, place): HomeNews[] => {
    const id = String(written[place]?.circleId);
    const name = names.get(id);
    return post && name !== undefined
      ? [{ kind: 'post', id: post.id, circle: { id, name }, post, at: post.createdAt }]
      : [];
  });
  // Hidden posts leave no room empty that others fill.
  const { posts: bound } = serverLimits.home;
  const isDone = news.length >= most || written.length < limit || limit >= bound;
  return isDone ? news : readPosts(services, viewer, own, since, Math.min(4 * limit, bound));
}

async function readBackers(
  services: Services,
  viewer: User,
  newest: readonly NotificationDoc[],
  since: Date,
  limit: number = 2 * most,
): Promise<HomeNews[]> {
  if (!viewer.pandaId) return [];
  const backings = newest.filter(({ kind, createdAt }) => kind === 'backer' && createdAt > since);
  const backers = await presentNotifications(services, viewer, backings.slice(0, limit));
  const news = backers.flatMap((one): HomeNews[] =>
    one?.actor ? [{ kind: 'backer', id: one.id, backer: one.actor, at: one.createdAt }] : [],
  );
  const isDone = news.length >= most || limit >= backings.length;
  return isDone ? news : readBackers(services, viewer, newest, since, backings.length);
}
