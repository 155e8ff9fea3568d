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

/** The newest of what waits, and how many wait; both up to a bound. */
const waitingOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item).max(waiting), total: z.int().min(0).max(counted) });

const NamedCircle = Circle.pick({ id: true, name: true });

/** News of friends and circles, each at its time. */
export const HomeNews = z.discriminatedUnion('kind', [
  /** `hasMessages`: one of the two has written to the other. */
  z.object({ kind: z.literal('friend'), id: Id, friend: PublicUser, hasMessages: z.boolean(), at: Time }),
  z.object({ kind: z.literal('post'), id: Id, circle: NamedCircle, post: CirclePost, at: Time }),
  /** Somebody who backs the caller's Panda. */
  z.object({ kind: z.literal('backer'), id: Id, backer: NamedMember, at: Time }),
]);

/** Why a circle is proposed: friends of the caller's are in it, it speaks of an interest of theirs, or, as few do, their language. */
export const CircleReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('friends'), count: z.int().positive(), name: z.string() }),
  z.object({ kind: z.literal('interest'), name: z.string() }),
  z.object({ kind: z.literal('language') }),
]);

/** All that the dashboard shows above its tabs (D69); nothing in it that its own call would not show. */
export const Home = z.object({
  waiting: z.object({
    requests: waitingOf(PendingConnection),
    introductions: waitingOf(ReceivedMatch),
    invitations: waitingOf(Circle),
    /** Of circles that the caller keeps. */
    circleRequests: waitingOf(KeptRequest),
    /** Those with something unread. */
    conversations: waitingOf(ListedConversation),
  }),
  news: z.array(HomeNews).max(news),
  /** The likeliest first. */
  people: z.array(ListedUser).max(people),
  circles: z.array(z.object({ circle: Circle, reason: CircleReason.nullable() })).max(circles),
  panda: Panda.nullable(),
  wallet: Wallet,
  figures: z.object({
    connections: z.int().min(0),
    /** There are more connections than are counted. */
    hasMoreConnections: z.boolean(),
    matchesMade: z.int().min(0),
    matchRequests: z.int().min(0).max(counted),
  }),
  firstSteps: FirstSteps,
});

export const homeEndpoints = {
  /** Who is signed in, with the number at the bell: requested with every document. */
  'GET /api/user': endpoint({ response: SelfUser.extend({ unread: Unread }) }),
  'GET /api/home': endpoint({ response: Home }),
};

export type CircleReason = z.output<typeof CircleReason>;
export type Home = z.output<typeof Home>;
export type HomeNews = z.output<typeof HomeNews>;
