import type { Home } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { batchLoad, readTogether } from '../../database/batch-loader.ts';
import { readNewest } from '../../paging.ts';
import type { Services } from '../../services.ts';
import { type CircleDoc, keeperRoles, notEnded } from '../circles/circle.model.ts';
import { presentRequests } from '../circles/request-to-join.ts';
import { pairOf } from '../connections/connection.model.ts';
import { presentPending, readIncoming } from '../connections/list-connections.ts';
import type { User } from '../members/user.model.ts';
import { presentConversations } from '../messages/list-conversations.ts';
import type { NotificationDoc } from '../notifications/notification.model.ts';
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
  own: Promise<OwnTies>,
  newest: Promise<NotificationDoc[]>,
): Promise<Omit<Waiting, 'introductions' | 'invitations'>> {
  const [requests, circleRequests, conversations] = await Promise.all([
    readIncoming(services, viewer, counted).then((found) => presentPending(services, viewer, found)),
    own.then(({ memberships }) => readCircleRequests(services, viewer, memberships)),
    newest.then((notifications) => readUnread(services, viewer, notifications)),
  ]);
  return {
    requests: fewOf(requests),
    circleRequests: fewOf(circleRequests),
    conversations: fewOf(conversations.filter((one) => one?.isUnread)),
  };
}

/** Circles into which friends have invited the member, the newest invitation first. */
export async function readInvitedInto({ db, clock }: Services, viewer: User): Promise<CircleDoc[]> {
  const open = { userId: viewer._id, status: 'open', expiresAt: { $gt: clock.now() } } as const;
  const found = await readNewest(db.models.CircleInvitation, open, counted);
  if (found.length === 0) return [];
  const ids = found.map(({ circleId }) => circleId);
  const circles = await readTogether(db.models.Circle, { _id: { $in: ids }, ...notEnded });
  const byId = new Map(circles.map((circle) => [String(circle._id), circle]));
  return [...new Set(ids.map(String))].flatMap((id) => byId.get(id) ?? []);
}

/** Who asks to come into circles that the member keeps. */
async function readCircleRequests(services: Services, viewer: User, memberships: OwnTies['memberships']) {
  const { Circle, CircleRequest } = services.db.models;
  const kept = memberships.filter(({ role }) => keeperRoles.includes(role)).map(({ circleId }) => circleId);
  if (kept.length === 0) return [];
  const [found, circles] = await Promise.all([
    readNewest(CircleRequest, { circleId: { $in: kept }, status: 'pending' }, counted),
    readTogether(Circle, { _id: { $in: kept }, ...notEnded }),
  ]);
  const requests = await presentRequests(services, viewer, found);
  const names = new Map(circles.map(({ _id, name }) => [String(_id), name]));
  return requests.map((request, place) => {
    const id = String(found[place]?.circleId);
    const name = names.get(id);
    return request && name !== undefined ? { circle: { id, name }, request } : null;
  });
}

/** Conversations in which somebody has written to the member since they last looked, of those that the newest notifications tell. */
async function readUnread(services: Services, viewer: User, newest: readonly NotificationDoc[]) {
  const pairs = newest
    .flatMap(({ kind, actorId, readAt }) =>
      kind === 'message' && actorId && !readAt ? [pairOf(viewer._id, actorId)] : [],
    )
    .slice(0, counted);
  const connections = await batchLoad(services.db.models.Connection, 'pair', pairs);
  return presentConversations(services, viewer, connections);
}
