import { z } from 'zod';
import { perDay } from './call-limits.ts';
import { Circle } from './circles.ts';
import { endpoint } from './endpoint.ts';
import { Id, PageQuery, Time } from './fields.ts';
import { limits } from './limits.ts';

const { uses, days, perDay: madePerDay } = limits.circleInvitations;

/** An invitation link as the circle's owner and admins see it; its code is shown only when it is created. */
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

/** The invited friend. */
export const InviteFriendBody = z.object({
  userId: z
    .string({ error: 'validation.friendId' })
    .min(1, 'validation.friendId')
    .max(64, 'validation.friendId'),
});

/** Omitted for a link that works for anybody. */
export const InviteToCircleBody = InviteFriendBody.partial().extend({
  maxUses: whole(uses, 'validation.invitationUses').default(uses.default),
  days: whole(days, 'validation.invitationDays').default(days.default),
});

export const circleInvitationEndpoints = {
  /** Creates a link (owner and admins), or invites a friend (any member of an invite circle, D30). */
  'POST /api/circles/:id/invitations': endpoint({
    access: 'complete',
    status: 201,
    limits: [perDay(madePerDay)],
    body: InviteToCircleBody,
    response: MadeInvitation,
    refuses: ['403 forbidden', '404 not_found', '409 conflict'],
  }),
  /** The circle's links, for its owner and admins. */
  'GET /api/circles/:id/invitations': endpoint({
    query: PageQuery,
    response: z.array(CircleLink),
    paged: true,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  /** Revokes a link; idempotent. */
  'DELETE /api/circles/:id/invitations/:iid': endpoint({
    status: 204,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  /** Silently declines friends' invitations. */
  'POST /api/circles/:id/invitations/decline': endpoint({ status: 204, refuses: ['404 not_found'] }),
  /** The circle of a link, with the way to join that the link opens; null if the link no longer works. */
  'GET /api/circle-invitations/:code': endpoint({
    access: 'public',
    response: z.object({ circle: Circle.nullable() }),
  }),
};

export type CircleLink = z.output<typeof CircleLink>;
export type MadeInvitation = z.output<typeof MadeInvitation>;
