import { z } from 'zod';
import { ofDone, perDay, perMinutes } from './call-limits.ts';
import { endpoint } from './endpoint.ts';
import { Bamboo, Id, Time, text } from './fields.ts';
import { limits } from './limits.ts';
import { Password } from './members.ts';

export const ChangePasswordBody = z.object({
  /** Needed unless none is set or the sign-in is fresh (D12). */
  currentPassword: z.string({ error: 'validation.text' }).max(1024, 'validation.text').optional(),
  newPassword: Password,
});

export const EndAccountBody = z.object({
  /** The member's username, typed by hand; their address where they have no name yet. */
  confirm: text({ min: 1, max: limits.email.max, tooShort: 'validation.confirmName' }),
  /** Needed unless none is set or the sign-in is fresh (D14). */
  password: z.string({ error: 'validation.text' }).max(1024, 'validation.text').optional(),
});

/** Everything the site holds about a member, part by part (D46). */
export const MemberExport = z.object({
  /** Raised on breaking changes of the format. */
  format: z.literal(1),
  madeAt: Time,
  /** A guide to reading it, in the member's language. */
  description: z.string(),
  parts: z.record(
    z.string(),
    z.object({ description: z.string(), entries: z.array(z.record(z.string(), z.unknown())) }),
  ),
});

/** A one-time BAMBOO grant (D37). */
export const grantKinds = ['welcome', 'quiz', 'confirmed'] as const;

/** The state of a member's first visit (D56). */
export const FirstSteps = z.object({
  /** Which first steps are done. */
  steps: z.object({ profile: z.boolean(), circle: z.boolean(), fren: z.boolean() }),
  /** The caller's circle, while they are in one only. */
  onlyCircle: Id.nullable(),
  /** Grants received. */
  grants: z.array(z.object({ kind: z.enum(grantKinds), amount: Bamboo })),
});

export const accountEndpoints = {
  /** Each change is mailed, so it is limited like other mails to an address. */
  'POST /api/account/password': endpoint({
    limits: [perDay(limits.addressMails.perDay)],
    body: ChangePasswordBody,
  }),
  /** Sends the link that confirms the member's address again (D7). */
  'POST /api/account/confirmation': endpoint({
    limits: [perMinutes(15, limits.addressMails.per15Minutes), perDay(limits.addressMails.perDay)],
    refuses: ['503 mail_unavailable'],
  }),
  'GET /api/account/export': endpoint({
    whileSuspended: true,
    limits: [perDay(limits.exportsPerDay)],
    response: MemberExport,
  }),
  /** Ends the account: hidden and signed out everywhere at once, erased after the undo period (D46). */
  'DELETE /api/account': endpoint({
    whileSuspended: true,
    status: 202,
    limits: [ofDone(perDay(limits.ending.perDay))],
    body: EndAccountBody,
    response: z.object({ undoUntil: Time }),
    refuses: ['403 fresh_sign_in_required'],
  }),
};

export type MemberExport = z.output<typeof MemberExport>;
export type FirstSteps = z.output<typeof FirstSteps>;
