import type { Home, HomeNews, PublicUser } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { ago, day } from '../../clock.ts';
import { newestFirst } from '../../paging.ts';
import type { Services } from '../../services.ts';
import { notEnded } from '../circles/circle.model.ts';
import type { CirclePostDoc } from '../circles/circle-post.model.ts';
import { presentCirclePosts } from '../circles/circle-posts.ts';
import { otherIn } from '../connections/connection.model.ts';
import { presentNotifications } from '../notifications/list-notifications.ts';
import type { MemberViewing } from '../pandas/panda.presenter.ts';
import type { OwnTies } from '../proposals/gather-proposals.ts';

/** What of a circle's or friend's past is still news, in days. */
const newsDays = 30;

const most = limits.home.news;

/** News of a member's friends, circles and Panda, the newest first. */
export async function readNews(
  services: Services,
  { viewer }: MemberViewing,
  { friendships, memberships }: OwnTies,
  friends: ReadonlyMap<string, PublicUser>,
): Promise<Home['news']> {
  const { Circle, CirclePost, Notification } = services.db.models;
  const since = ago(services.clock, newsDays * day);
  const recent = { createdAt: { $gt: since } };
  const circleIds = memberships.map(({ circleId }) => circleId);
  const [written, told] = await Promise.all([
    circleIds.length === 0
      ? []
      : CirclePost.find({ circleId: { $in: circleIds }, authorId: { $ne: viewer._id }, ...recent })
          .sort(newestFirst)
          .limit(most)
          .lean<CirclePostDoc[]>(),
    viewer.pandaId
      ? Notification.find({ recipientId: viewer._id, ...recent })
          .sort(newestFirst)
          .limit(limits.page.default)
          .lean()
      : [],
  ]);
  const backings = told.filter(({ kind }) => kind === 'backer').slice(0, most);
  const [circles, posts, backers] = await Promise.all([
    written.length === 0
      ? []
      : Circle.find(
          { _id: { $in: written.map(({ circleId }) => circleId) }, ...notEnded },
          { name: 1 },
        ).lean(),
    written.length === 0 ? [] : presentCirclePosts(services, viewer, written, false),
    presentNotifications(services, viewer, backings),
  ]);
  const names = new Map(circles.map(({ _id, name }) => [String(_id), name]));
  const news: HomeNews[] = [
    ...posts.flatMap((post, place): HomeNews[] => {
      const id = String(written[place]?.circleId);
      const name = names.get(id);
      return post && name !== undefined
        ? [{ kind: 'post', id: post.id, circle: { id, name }, post, at: post.createdAt }]
        : [];
    }),
    ...backers.flatMap((one): HomeNews[] =>
      one?.actor ? [{ kind: 'backer', id: one.id, backer: one.actor, at: one.createdAt }] : [],
    ),
    ...friendships.flatMap((one): HomeNews[] => {
      const friend = friends.get(String(otherIn(one, viewer._id)));
      const at = one.respondedAt ?? one.createdAt;
      return friend && at > since
        ? [{ kind: 'friend', id: String(one._id), friend, at: at.toISOString() }]
        : [];
    }),
  ];
  return news.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, most);
}
