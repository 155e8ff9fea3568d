import { z } from 'zod';
import { ofDone, perDay, perMinutes } from './call-limits.ts';
import { ageBands, memberSorts, relations } from './choices.ts';
import { endpoint } from './endpoint.ts';
import {
  Bamboo,
  Id,
  InviteCode,
  nameText,
  PageQuery,
  SearchText,
  Time,
  text,
  uniqueFolded,
} from './fields.ts';
import { limits } from './limits.ts';
import { asciiDomain } from './mail-address.ts';
import { traitNames } from './panda-scoring.ts';
import {
  emptyProfile,
  type FieldWith,
  mapFields,
  type ProfileField,
  type ProfileValues,
  type PublicField,
  type PublicValues,
  profileFieldNames,
  profileFields,
  publicFields,
  ruleOf,
} from './profile-fields.ts';
import { MatchReasons } from './reasons.ts';
import { usernameSign } from './username-sign.ts';
import { isReservedUsername } from './usernames.ts';

/** A field in answers. */
function answerSchema(field: ProfileField): z.ZodType {
  const rule = ruleOf(field);
  if (rule.kind === 'list') return z.array(z.string());
  if (rule.kind === 'age') return z.number().int().nullable();
  if (rule.kind === 'choice') return rule.initial ? z.enum(rule.choices) : z.enum(rule.choices).nullable();
  return z.string();
}

// Safe, as below: both follow the same table.
const selfFields = mapFields(profileFieldNames, answerSchema) as {
  [Field in ProfileField]: z.ZodType<ProfileValues[Field]>;
};
const shownFields = mapFields(publicFields, (field) =>
  ruleOf(field).hidden === null ? answerSchema(field).nullable() : answerSchema(field),
) as { [Field in PublicField]: z.ZodType<PublicValues[Field]> };

/** The member themselves. Fields are null until a profile is complete (D10). */
export const SelfUser = z.object({
  id: Id,
  username: z.string().nullable(),
  email: z.string(),
  emailVerified: z.boolean(),
  pendingEmail: z.string().nullable(),
  ...selfFields,
  profileComplete: z.boolean(),
  hasPassword: z.boolean(),
  pandaId: Id.nullable(),
  /** URL of the Panda's drawing; null without one. */
  pandaImage: z.string().nullable(),
  bambooBalance: Bamboo,
  createdAt: Time,
});

/** A member as another member may see them (D16): whatever is hidden is null, empty text or an empty list. */
export const PublicUser = z.object({
  id: Id,
  username: z.string(),
  /** Gender is null where only name, username and image may be shown. */
  ...shownFields,
  online: z.boolean().nullable(),
  pandaId: Id.nullable(),
  /** URL of the Panda's drawing; null without `pandaId`. */
  pandaImage: z.string().nullable(),
  relation: z.enum(relations),
  canConnect: z.boolean(),
});

/** A member in a list, with reasons to get in touch (D70). */
export const ListedUser = PublicUser.extend({
  /** The leading trait of their Panda; null without a visible Panda. */
  leadingTrait: z.enum(traitNames).nullable(),
  /** What the caller has in common with them. */
  reasons: MatchReasons,
});

/** Name and avatar of a member, to show beside their content. */
export const NamedMember = PublicUser.pick({
  id: true,
  username: true,
  name: true,
  profileImage: true,
  pandaId: true,
  pandaImage: true,
});

const usernameForm = new RegExp(`^${usernameSign}*$`, 'u');

const Username = nameText({
  form: 'NFKC',
  min: limits.username.min,
  max: limits.username.max,
  tooShort: 'validation.username.min',
})
  // Latin letters only: look-alikes from other scripts would let one member pass for another (docs/decisions/0060).
  .refine((value) => usernameForm.test(value), { error: 'validation.username.characters' })
  .refine((value) => !usernameForm.test(value) || /[\p{L}\d]/u.test(value), {
    error: 'validation.username.letter',
  })
  .refine((value) => !isReservedUsername(value), { error: 'validation.username.reserved' });

export const Password = z
  .string({ error: 'validation.password.min' })
  .refine((value) => [...value].length >= limits.password.min, { error: 'validation.password.min' })
  .refine((value) => [...value].length <= limits.password.max, {
    error: 'validation.tooLong',
    params: { maximum: limits.password.max },
  });

// HTML's rule for addresses, plus letters of all scripts, without characters special in address lists or links. A
// domain without a dot is a typo, such as a missing ending.
const address =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)+\.?$/u;

export const Email = text({
  min: 1,
  max: limits.email.max,
  tooShort: 'validation.email',
  tooLong: 'validation.email',
}).refine((value) => address.test(value) && asciiDomain(value.slice(value.indexOf('@') + 1)) !== null, {
  error: 'validation.email',
});

/** A whole number; numeric text is accepted, because form fields hold text. */
const ageFrom = (min: number) =>
  z
    .union([z.number(), z.string()], { error: 'validation.age.number' })
    .transform((value) => {
      if (typeof value === 'number') return value;
      return /^\d{1,9}$/.test(value.trim()) ? Number(value) : Number.NaN;
    })
    .pipe(
      z
        .number({ error: 'validation.age.number' })
        .int('validation.age.number')
        .min(min, 'validation.age.min')
        .max(limits.age.max, 'validation.age.max'),
    );

const Interest = text({ min: 1, max: profileFields.interests.each });

/** A field in requests. */
function written(field: ProfileField): z.ZodType {
  const rule = ruleOf(field);
  switch (rule.kind) {
    case 'name':
      return nameText({ ...rule, tooShort: `validation.${field}.min` });
    case 'line':
      return text(rule);
    case 'text':
      return text({ ...rule, lines: true });
    case 'age':
      return ageFrom(limits.age.min);
    case 'choice':
      return z.enum(rule.choices, { error: `validation.${field}` });
    case 'list':
      return z
        .array(text({ min: 1, max: rule.each }), { error: `validation.${field}` })
        .max(rule.max, `validation.${field}`)
        .transform(uniqueFolded);
    // Images are uploaded (D15); a body may only clear the field or repeat the stored value.
    case 'picture':
      return z.string({ error: 'validation.text' }).max(200, `validation.${field}`);
  }
}

type Written<Field extends ProfileField> = z.ZodType<
  NonNullable<ProfileValues[Field]>,
  Field extends 'age' ? number | string : NonNullable<ProfileValues[Field]>
>;
type Required = FieldWith<{ isRequired: true }>;

const writtenFields = mapFields(profileFieldNames, written) as { [Field in ProfileField]: Written<Field> };
const requiredFields = Object.fromEntries(
  profileFieldNames.filter((field) => ruleOf(field).isRequired).map((field) => [field, writtenFields[field]]),
) as { [Field in Required]: Written<Field> };
const optionalFields = mapFields(profileFieldNames, (field) =>
  written(field).default(emptyProfile[field]),
) as {
  [Field in ProfileField]: z.ZodDefault<Written<Field>>;
};

export const RegisterBody = z.object({
  username: Username,
  password: Password,
  email: Email,
  ...optionalFields,
  ...requiredFields,
  /** Joining through an invitation creates a request from the inviter (D45). */
  inviteCode: InviteCode.optional(),
});

/** Completes an account that began with a link. An age under 18 ends the account (D10). */
export const CompleteProfileBody = z.object({ username: Username, ...requiredFields, age: ageFrom(0) });

export const UpdateUserBody = z
  .object({
    ...writtenFields,
    email: Email,
    /** Needed to change a confirmed address when the sign-in is not fresh (D14). */
    currentPassword: z.string({ error: 'validation.text' }).max(1024, 'validation.text'),
  })
  .partial();

export const UserListQuery = PageQuery.extend({
  /** Part of the name or the occupation, ignoring case and accents (D65). */
  q: SearchText,
  gender: writtenFields.gender.optional(),
  ageBand: z.enum(ageBands, { error: 'validation.ageBand' }).optional(),
  /** Members with this interest, ignoring case and accents (D65). */
  interest: Interest.optional(),
  /** `for-you`: best matches first (D70). */
  sort: z.enum(memberSorts, { error: 'validation.sort' }).default('newest'),
});

export const memberEndpoints = {
  'POST /api/register': endpoint({
    access: 'public',
    status: 201,
    limits: [perMinutes(30, limits.registrationsPerNetwork, 'network')],
    body: RegisterBody,
    response: SelfUser,
    refuses: ['409 account_exists'],
  }),
  'POST /api/account/complete': endpoint({
    // Reveals which names are taken, like registration.
    limits: [perMinutes(30, limits.registrationsPerNetwork)],
    body: CompleteProfileBody,
    response: SelfUser,
    refuses: ['403 under_age', '409 account_exists', '409 conflict'],
  }),
  'GET /api/users': endpoint({ query: UserListQuery, response: z.array(ListedUser), paged: true }),
  'PATCH /api/users/:id': endpoint({
    limits: [ofDone(perDay(limits.addressMails.newPerDay, { newAddress: 'email' }))],
    body: UpdateUserBody,
    response: SelfUser,
    refuses: ['403 forbidden', '403 fresh_sign_in_required', '503 mail_unavailable'],
  }),
  /** Cancels a pending change of address and its links (D14); idempotent. */
  'DELETE /api/account/pending-email': endpoint({ response: SelfUser }),
};

export type SelfUser = z.output<typeof SelfUser>;
export type ListedUser = z.output<typeof ListedUser>;
export type PublicUser = z.output<typeof PublicUser>;
export type NamedMember = z.output<typeof NamedMember>;
