import { z } from 'zod';
import { conversationStates } from './choices.ts';
import { KeptRequest } from './circle-page.ts';
import { Circle } from './circles.ts';
import { endpoint } from './endpoint.ts';
import { Id, Time } from './fields.ts';
import { limits } from './limits.ts';
import { MadeMatch, ReceivedMatch } from './matches.ts';
import { PublicUser } from './members.ts';
import { MatchReasons } from './reasons.ts';

/** The conversation of the caller and another member (D67). */
export const Conversation = z.object({
  /** The connection id, which its calls use. */
  id: Id,
  /** `closed`: the other member takes no messages; `ended`: the friendship is over, and it is read-only. */
  state: z.enum(conversationStates),
  /** Whether the caller takes messages. */
  canAnswer: z.boolean(),
});

/** The newest pending item. */
const waitingOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(limits.home.waiting);

/** A member's page (D57): their visible profile, and the caller's request or friendship with them. */
export const Person = PublicUser.extend({
  connection: z
    .object({
      id: Id,
      /** The requester's note; empty between friends. */
      note: z.string(),
      /** When the request was sent, or the friendship began. */
      at: Time,
    })
    .nullable(),
  /** Null before a friendship, and after one without messages. */
  conversation: Conversation.nullable(),
  /** Other pending items between the two. */
  waiting: z.object({
    /** Introductions of the two to each other, or of the caller by the member. */
    introductions: waitingOf(ReceivedMatch),
    /** Introductions of the member by the caller. */
    made: waitingOf(MadeMatch),
    /** Circles to which the member invites the caller. */
    invitations: waitingOf(Circle),
    /** Requests to join circles of the caller. */
    circleRequests: waitingOf(KeptRequest),
  }),
  /** Whether the caller can introduce the member to a friend (D25). */
  canIntroduce: z.boolean(),
});

/** What the caller has in common with a member; empty if only name, username and image are visible (D16). */
export const InCommon = z.object({
  circles: z.array(Circle),
  /** The newest `limits.inCommon` friends in common. */
  friends: z.array(PublicUser),
  hasMoreFriends: z.boolean(),
  /** Reasons (D70). */
  reasons: MatchReasons,
});

/** `:id` is the id of a member, or `@` and their username. */
export const personEndpoints = {
  'GET /api/users/:id': endpoint({ response: Person, refuses: ['404 not_found'] }),
  'GET /api/users/:id/common': endpoint({ response: InCommon, refuses: ['404 not_found'] }),
};

export type Conversation = z.output<typeof Conversation>;
export type Person = z.output<typeof Person>;
export type InCommon = z.output<typeof InCommon>;
