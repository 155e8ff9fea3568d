import { z } from 'zod';
import { perDay } from './call-limits.ts';
import { Circle } from './circles.ts';
import { endpoint } from './endpoint.ts';
import { Id, PageQuery, Time } from './fields.ts';
import { limits } from './limits.ts';

const { uses, days, perDay: madePerDay } = limits.circleInvitations;

/** A link into a circle as its owner and admins see it: the code is shown once, when it is made. */
export const CircleLink = z.object({
  id: Id,
  maxUses: z.number().int(),
  uses: z.number().int(),
  createdAt: Time,
  expiresAt: Time,
});

/** The created invitation: a link, or one friend's invitation, which has no code. */
export const MadeInvitation = CircleLink.extend({ code: z.string().nullable(), url: z.string().nullable() });

const whole = ({ min, max }: { min: number; max: number }, key: string) =>
  z.number({ error: key }).int(key).min(min, key).max(max, key);

/** The friend whom an invitation is for. */
export const InviteFriendBody = z.object({
  userId: z
    .string({ error: 'validation.friendId' })
    .min(1, 'validation.friendId')
    .max(64, 'validation.friendId'),
});

/** Omitted for a link that anybody may use. */
export const InviteToCircleBody = InviteFriendBody.partial().extend({
  maxUses: whole(uses, 'validation.invitationUses').default(uses.default),
  days: whole(days, 'validation.invitationDays').default(days.default),
});

export const circleInvitationEndpoints = {
  /** A link, by its owner and admins, or the invitation of a friend, by any member of an invite circle (D30). */
  'POST /api/circles/:id/invitations': endpoint({
    access: 'complete',
    status: 201,
    limits: [perDay(madePerDay)],
    body: InviteToCircleBody,
    response: MadeInvitation,
    refuses: ['403 forbidden', '404 not_found', '409 conflict'],
  }),
  /** Its links, for its owner and admins. */
  'GET /api/circles/:id/invitations': endpoint({
    query: PageQuery,
    response: z.array(CircleLink),
    paged: true,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  /** Revokes a link; one that is gone is revoked already. */
  'DELETE /api/circles/:id/invitations/:iid': endpoint({
    status: 204,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  /** Declines the friends' personal invitations, silently. */
  'POST /api/circles/:id/invitations/decline': endpoint({ status: 204, refuses: ['404 not_found'] }),
  /** The circle that a link leads to, with the way in that the link opens; null where it leads nowhere any more. */
  'GET /api/circle-invitations/:code': endpoint({
    access: 'public',
    response: z.object({ circle: Circle.nullable() }),
  }),
};

export type CircleLink = z.output<typeof CircleLink>;
export type MadeInvitation = z.output<typeof MadeInvitation>;
