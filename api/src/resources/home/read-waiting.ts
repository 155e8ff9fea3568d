import type { Home } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { batchLoad } from '../../database/batch-loader.ts';
import type { Services } from '../../services.ts';
import { readKeptRequests } from '../circles/read-waiting.ts';
import { pairOf } from '../connections/connection.model.ts';
import { presentPending, readIncoming } from '../connections/list-connections.ts';
import type { User } from '../members/user.model.ts';
import { presentConversations } from '../messages/list-conversations.ts';
import type { NotificationDoc } from '../notifications/notification.model.ts';
import type { OwnRelations } from '../proposals/own-relations.ts';

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
  own: Promise<OwnRelations>,
  newest: Promise<NotificationDoc[]>,
): Promise<Omit<Waiting, 'introductions' | 'invitations'>> {
  const [requests, circleRequests, conversations] = await Promise.all([
    readIncoming(services, viewer, counted).then((found) => presentPending(services, viewer, found)),
    own.then(({ memberships }) => readKeptRequests(services, viewer, memberships)),
    newest.then((notifications) => readUnread(services, viewer, notifications)),
  ]);
  return {
    requests: fewOf(requests),
    circleRequests: fewOf(circleRequests),
    conversations: fewOf(conversations.filter((one) => one?.isUnread)),
  };
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
