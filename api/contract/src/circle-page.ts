import { z } from 'zod';
import { perDay, perHour } from './call-limits.ts';
import { circleRoles } from './choices.ts';
import { AskCircleBody, Circle, EditCircleBody, EndCircleBody, TransferOwnershipBody } from './circles.ts';
import { endpoint } from './endpoint.ts';
import { Id, PageQuery, Time } from './fields.ts';
import { limits } from './limits.ts';
import { NamedMember, PublicUser } from './members.ts';

/** A circle on its own page. */
export const CirclePage = Circle.extend({
  /** Null for callers who may not see the owner. */
  owner: NamedMember.nullable(),
  /** Whether the caller may ask for the list of members (D27). */
  showsMembers: z.boolean(),
  /** Whether the caller is a member and is notified of each new post (D68). */
  wantsNotices: z.boolean(),
});

export const CircleMember = z.object({
  /** The member's own. */
  id: Id,
  user: PublicUser,
  role: z.enum(circleRoles),
  since: Time,
});

/** A request to join. */
export const CircleRequest = z.object({ id: Id, user: PublicUser, note: z.string(), createdAt: Time });

/** A request, and which of the caller's circles it is for. */
export const KeptRequest = z.object({
  circle: Circle.pick({ id: true, name: true }),
  request: CircleRequest,
});

/** A ban. */
export const CircleBan = z.object({
  /** The member's own. */
  id: Id,
  user: PublicUser,
  since: Time,
});

export const BanBody = z.object({
  userId: z
    .string({ error: 'validation.friendId' })
    .min(1, 'validation.friendId')
    .max(64, 'validation.friendId'),
});

/** A member's settings for a circle. */
export const OwnPart = z.object({
  /** Notify of each new post (D68). */
  wantsNotices: z.boolean({ error: 'validation.switch' }),
});

/** A member's new role. */
export const NameRoleBody = z.object({
  role: z.enum(['member', 'admin'], { error: 'validation.circleRole' }),
});

export const circlePageEndpoints = {
  'GET /api/circles/:id': endpoint({ access: 'public', response: CirclePage, refuses: ['404 not_found'] }),
  'GET /api/circles/:id/members': endpoint({
    query: PageQuery,
    response: z.array(CircleMember),
    paged: true,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  /** Makes a member an admin, or an admin a member again. Owner only. */
  'PATCH /api/circles/:id/members/:uid': endpoint({
    access: 'complete',
    body: NameRoleBody,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  /** Removes a member, who may join again. Only the owner removes admins. */
  'DELETE /api/circles/:id/members/:uid': endpoint({
    status: 204,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  /** Bans a user, and removes them if they are a member. */
  'POST /api/circles/:id/bans': endpoint({
    access: 'complete',
    limits: [perDay(limits.circles.bansPerDay)],
    body: BanBody,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  /** Banned members, for its owner and admins. */
  'GET /api/circles/:id/bans': endpoint({
    query: PageQuery,
    response: z.array(CircleBan),
    paged: true,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  'DELETE /api/circles/:id/bans/:uid': endpoint({ status: 204, refuses: ['403 forbidden', '404 not_found'] }),
  /** Requests to join. Idempotent: a repeated request keeps the first one. */
  'POST /api/circles/:id/requests': endpoint({
    access: 'complete',
    status: 201,
    body: AskCircleBody,
    response: Circle,
    refuses: ['403 not_admitted', '404 not_found', '409 conflict'],
  }),
  /** Requests to join, for its owner and admins. */
  'GET /api/circles/:id/requests': endpoint({
    query: PageQuery,
    response: z.array(CircleRequest),
    paged: true,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  'POST /api/circles/:id/requests/:rid/accept': endpoint({
    response: Circle,
    refuses: ['403 forbidden', '404 not_found', '409 conflict'],
  }),
  /** A silent decline; the member may ask again later. */
  'POST /api/circles/:id/requests/:rid/decline': endpoint({
    status: 204,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  'PATCH /api/circles/:id': endpoint({
    access: 'complete',
    limits: [perHour(limits.circles.editsPerHour)],
    body: EditCircleBody,
    response: Circle,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  /** Ends the circle: hidden at once, erased later (D32). */
  'DELETE /api/circles/:id': endpoint({ body: EndCircleBody, refuses: ['403 forbidden', '404 not_found'] }),
  /** Changes the caller's settings; idempotent. */
  'PATCH /api/circles/:id/membership': endpoint({
    body: OwnPart,
    response: OwnPart,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  /** Leaves the circle; idempotent. */
  'DELETE /api/circles/:id/membership': endpoint({
    status: 204,
    refuses: ['404 not_found', '409 owner_must_hand_over'],
  }),
  /** Transfers ownership to another member; the previous owner becomes an admin. */
  'POST /api/circles/:id/owner': endpoint({
    access: 'complete',
    body: TransferOwnershipBody,
    response: Circle,
    refuses: ['403 forbidden', '404 not_found'],
  }),
};

export type CircleBan = z.output<typeof CircleBan>;
export type CirclePage = z.output<typeof CirclePage>;
export type CircleRequest = z.output<typeof CircleRequest>;
export type KeptRequest = z.output<typeof KeptRequest>;
export type CircleMember = z.output<typeof CircleMember>;
