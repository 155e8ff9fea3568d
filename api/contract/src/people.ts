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

/** Where the caller and another member write to each other (D67). */
export const Conversation = z.object({
  /** The connection that its calls go by. */
  id: Id,
  /** `closed`: the other one takes no messages; `ended`: both are no friends any more, and it is read only. */
  state: z.enum(conversationStates),
  /** Whether the caller takes messages themselves. */
  canAnswer: z.boolean(),
});

/** The newest of what waits. */
const waitingOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(limits.home.waiting);

/** A member's page (D57): their visible profile, and the caller's request or friendship with them. */
export const Person = PublicUser.extend({
  connection: z
    .object({
      id: Id,
      /** What the asker wrote along; empty between friends. */
      note: z.string(),
      /** When it was asked, or when both became friends. */
      at: Time,
    })
    .nullable(),
  /** Null where nothing is or was written: before a friendship, and after one in which nobody wrote. */
  conversation: Conversation.nullable(),
  /** What else waits between the two for an answer. */
  waiting: z.object({
    /** Of the two to each other, or of the caller to somebody by the member. */
    introductions: waitingOf(ReceivedMatch),
    /** Of the member to somebody, by the caller. */
    made: waitingOf(MadeMatch),
    /** Circles into which the member invites the caller. */
    invitations: waitingOf(Circle),
    /** To come into circles that the caller keeps. */
    circleRequests: waitingOf(KeptRequest),
  }),
  /** Whether the caller has somebody to introduce: one of the two is a friend of theirs (D25). */
  canIntroduce: z.boolean(),
});

/** What the caller shares with another member; nothing where only name, username and image of the member are shown (D16). */
export const InCommon = z.object({
  circles: z.array(Circle),
  /** The newest friendships, so many as `limits.inCommon` says. */
  friends: z.array(PublicUser),
  hasMoreFriends: z.boolean(),
  /** What speaks for the two (D70). */
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
