import type { Home } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { batchLoad } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { newestFirst } from '../../paging.ts';
import type { Services } from '../../services.ts';
import { keeperRoles, notEnded } from '../circles/circle.model.ts';
import type { CircleRequestDoc } from '../circles/circle-request.model.ts';
import { presentRequests } from '../circles/request-to-join.ts';
import { pairOf } from '../connections/connection.model.ts';
import { presentPending, readIncoming } from '../connections/list-connections.ts';
import type { User } from '../members/user.model.ts';
import { presentConversations } from '../messages/list-conversations.ts';
import type { OwnTies } from '../proposals/gather-proposals.ts';

type Waiting = Home['waiting'];

/** Of each kind so many are looked at. */
const { counted, waiting: shown } = limits.home;

/** The first of those that wait, and how many do. */
export function fewOf<Item>(found: ReadonlyArray<Item | null>): { items: Item[]; total: number } {
  const items = found.flatMap((one) => (one === null ? [] : [one]));
  return { items: items.slice(0, shown), total: items.length };
}

/** What waits for a member's answer, but for what is read with other parts: each kind as its own list shows it, the newest first. */
export async function readWaiting(
  services: Services,
  viewer: User,
  own: OwnTies,
): Promise<Omit<Waiting, 'introductions' | 'invitations'>> {
  const [requests, circleRequests, conversations] = await Promise.all([
    readIncoming(services, viewer, counted).then((found) => presentPending(services, viewer, found)),
    readCircleRequests(services, viewer, own),
    readUnread(services, viewer),
  ]);
  return {
    requests: fewOf(requests),
    circleRequests: fewOf(circleRequests),
    conversations: fewOf(conversations.filter((one) => one?.isUnread)),
  };
}

/** Circles into which friends have invited the member, the newest invitation first. */
export async function readInvitationIds({ db, clock }: Services, viewer: User): Promise<ObjectId[]> {
  const found = await db.models.CircleInvitation.find(
    { userId: viewer._id, status: 'open', expiresAt: { $gt: clock.now() } },
    { circleId: 1, createdAt: 1 },
  )
    .limit(counted)
    .lean();
  return found
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .map(({ circleId }) => circleId);
}

/** Who asks to come into circles that the member keeps. */
async function readCircleRequests(services: Services, viewer: User, { memberships }: OwnTies) {
  const { Circle, CircleRequest } = services.db.models;
  const kept = memberships.filter(({ role }) => keeperRoles.includes(role)).map(({ circleId }) => circleId);
  if (kept.length === 0) return [];
  const found = await CircleRequest.find({ circleId: { $in: kept }, status: 'pending' })
    .sort(newestFirst)
    .limit(counted)
    .lean<CircleRequestDoc[]>();
  if (found.length === 0) return [];
  const [circles, requests] = await Promise.all([
    Circle.find({ _id: { $in: found.map(({ circleId }) => circleId) }, ...notEnded }, { name: 1 }).lean(),
    presentRequests(services, viewer, found),
  ]);
  const names = new Map(circles.map(({ _id, name }) => [String(_id), name]));
  return requests.map((request, place) => {
    const id = String(found[place]?.circleId);
    const name = names.get(id);
    return request && name !== undefined ? { circle: { id, name }, request } : null;
  });
}

/** Conversations in which somebody has written to the member since they last looked. */
async function readUnread(services: Services, viewer: User) {
  const { Connection, Notification } = services.db.models;
  const unread = await Notification.find({ recipientId: viewer._id, readAt: null })
    .sort(newestFirst)
    .limit(limits.unreadCounted)
    .lean();
  const pairs = unread
    .flatMap(({ kind, actorId }) => (kind === 'message' && actorId ? [pairOf(viewer._id, actorId)] : []))
    .slice(0, counted);
  const connections = await batchLoad(Connection, 'pair', pairs);
  return presentConversations(services, viewer, connections);
}
