import { z } from 'zod';
import { FirstSteps } from './account.ts';
import { KeptRequest } from './circle-page.ts';
import { CirclePost } from './circle-posts.ts';
import { Circle } from './circles.ts';
import { PendingConnection } from './connections.ts';
import { ListedConversation } from './conversations.ts';
import { endpoint } from './endpoint.ts';
import { Id, Time } from './fields.ts';
import { limits } from './limits.ts';
import { ReceivedMatch } from './matches.ts';
import { ListedUser, NamedMember, PublicUser, SelfUser } from './members.ts';
import { Unread } from './notifications.ts';
import { Panda } from './pandas.ts';
import { Wallet } from './wallet.ts';

const { counted, news, people, circles, waiting } = limits.home;

/** The newest pending items and their count; both capped. */
const waitingOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item).max(waiting), total: z.int().min(0).max(counted) });

const NamedCircle = Circle.pick({ id: true, name: true });

/** News of friends and circles, each at its time. */
export const HomeNews = z.discriminatedUnion('kind', [
  /** `hasMessages`: one of the two has written to the other. */
  z.object({ kind: z.literal('friend'), id: Id, friend: PublicUser, hasMessages: z.boolean(), at: Time }),
  z.object({ kind: z.literal('post'), id: Id, circle: NamedCircle, post: CirclePost, at: Time }),
  /** A backer of the caller's Panda. */
  z.object({ kind: z.literal('backer'), id: Id, backer: NamedMember, at: Time }),
]);

/** Why a circle is proposed: friends are in it, it mentions one of the caller's interests, or it uses the caller's language, as few do. */
export const CircleReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('friends'), count: z.int().positive(), name: z.string() }),
  z.object({ kind: z.literal('interest'), name: z.string() }),
  z.object({ kind: z.literal('language') }),
]);

/** Everything the dashboard shows above its tabs (D69); the same visibility rules as in the calls of each part. */
export const Home = z.object({
  waiting: z.object({
    requests: waitingOf(PendingConnection),
    introductions: waitingOf(ReceivedMatch),
    invitations: waitingOf(Circle),
    /** For circles that the caller owns or administers. */
    circleRequests: waitingOf(KeptRequest),
    /** Conversations with unread messages. */
    conversations: waitingOf(ListedConversation),
  }),
  news: z.array(HomeNews).max(news),
  /** Best matches first. */
  people: z.array(ListedUser).max(people),
  circles: z.array(z.object({ circle: Circle, reason: CircleReason.nullable() })).max(circles),
  panda: Panda.nullable(),
  wallet: Wallet,
  figures: z.object({
    connections: z.int().min(0),
    /** The count of connections is capped. */
    hasMoreConnections: z.boolean(),
    matchesMade: z.int().min(0),
    matchRequests: z.int().min(0).max(counted),
  }),
  firstSteps: FirstSteps,
});

export const homeEndpoints = {
  /** The signed-in member and their unread count: requested with every document. */
  'GET /api/user': endpoint({ response: SelfUser.extend({ unread: Unread }) }),
  'GET /api/home': endpoint({ response: Home }),
};

export type CircleReason = z.output<typeof CircleReason>;
export type Home = z.output<typeof Home>;
export type HomeNews = z.output<typeof HomeNews>;
