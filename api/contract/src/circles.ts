import { z } from 'zod';
import { perDay } from './call-limits.ts';
import { circleTypes, memberships } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { Bamboo, Id, InviteCode, nameText, PageQuery, SearchText, Time, text } from './fields.ts';
import { limits } from './limits.ts';
import { PublicUser } from './members.ts';
import { Panda } from './pandas.ts';

/** How the caller can join a circle (D58): the action that cards and the page offer. */
export const JoinOption = z.discriminatedUnion('kind', [
  /** No action: the caller is a member, a visitor, has no complete profile, or is not invited. */
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('join') }),
  /** The caller can request to join (D29). */
  z.object({ kind: z.literal('ask') }),
  /** The caller must first stake this amount on the Panda, or on any Panda if null (D31). */
  z.object({ kind: z.literal('stake'), pandaId: Id.nullable(), required: Bamboo, current: Bamboo }),
  /** A friend has invited the caller in person: they can join or decline (D30). */
  z.object({
    kind: z.literal('invited'),
    inviter: PublicUser.pick({
      username: true,
      name: true,
      profileImage: true,
      pandaId: true,
      pandaImage: true,
    }),
  }),
  /** Closed to the caller, with the reason. */
  z.object({ kind: z.literal('shut'), reason: z.enum(['too_many_circles', 'not_admitted']) }),
]);

export const Circle = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  circleType: z.enum(circleTypes),
  /** True if and only if the circle is stake gated. */
  isPandaGated: z.boolean(),
  memberCount: z.number().int(),
  /** Null for callers who may not see the owner. */
  ownerId: Id.nullable(),
  /** Stake gated: the Panda to back; null means any. */
  gatePandaId: Id.nullable(),
  /** That Panda; null if any counts or the caller may not see it. */
  gatePanda: Panda.pick({ id: true, name: true, imageUrl: true }).nullable(),
  gateMinAmount: Bamboo.nullable(),
  createdAt: Time,
  /** The caller's membership. */
  membership: z.enum(memberships),
  wayIn: JoinOption,
});

const GateAmount = z
  .string({ error: 'validation.gateMinAmount' })
  .regex(/^\d{1,6}(\.\d{1,2})?$/, 'validation.gateMinAmount')
  .refine(
    (value) =>
      Number(value) >= Number(limits.circles.gateMin) && Number(value) <= Number(limits.circles.gateMax),
    { error: 'validation.gateMinAmount' },
  );

const typed = {
  name: nameText({
    min: limits.circleName.min,
    max: limits.circleName.max,
    tooShort: 'validation.circleName',
  }),
  description: text({ max: limits.circleDescription.max, lines: true }),
  circleType: z.enum(circleTypes, { error: 'validation.circleType' }),
  gatePandaId: z.string({ error: 'validation.pandaId' }).max(64, 'validation.pandaId').nullish(),
  gateMinAmount: GateAmount.nullish(),
};

export const CreateCircleBody = z.object({
  ...typed,
  description: typed.description.default(''),
  circleType: typed.circleType.default('open'),
  /** Sent by the form, but derived from the type. */
  isPandaGated: z.boolean({ error: 'validation.switch' }).optional(),
});

/** An owner's changes; omitted fields stay (D32). A new gate gets the defaults of a new circle. */
export const EditCircleBody = z.object(typed).partial();

/** The name of the circle, typed by hand. */
export const EndCircleBody = z.object({
  confirm: text({ min: 1, max: limits.circleName.max, tooShort: 'validation.confirmCircle' }),
});

export const TransferOwnershipBody = z.object({
  userId: z
    .string({ error: 'validation.newOwner' })
    .min(1, 'validation.newOwner')
    .max(64, 'validation.newOwner'),
});

export const JoinCircleBody = z.object({
  /** From an invitation link (D30). */
  inviteCode: InviteCode.nullish(),
});

/** Requests to join. */
export const AskCircleBody = z.object({
  note: text({ max: limits.connectionNote.max, lines: true }).default(''),
});

export const CircleListQuery = PageQuery.extend({
  /** Part of the name or the description, ignoring case and accents (D65). */
  q: SearchText,
});

export const circleEndpoints = {
  'GET /api/circles': endpoint({
    access: 'public',
    query: CircleListQuery,
    response: z.array(Circle),
    paged: true,
  }),
  'POST /api/circles': endpoint({
    access: 'complete',
    status: 201,
    limits: [perDay(limits.circles.perDay)],
    body: CreateCircleBody,
    response: Circle,
    refuses: ['409 too_many_circles'],
  }),
  'POST /api/circles/:id/join': endpoint({
    access: 'complete',
    body: JoinCircleBody,
    response: Circle,
    refuses: [
      '403 invite_required',
      '403 invite_invalid',
      '403 stake_required',
      '403 not_admitted',
      '404 not_found',
      '409 too_many_circles',
    ],
  }),
};

export type JoinOption = z.output<typeof JoinOption>;
export type Circle = z.output<typeof Circle>;
