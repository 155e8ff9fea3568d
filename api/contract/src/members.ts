import { z } from 'zod';
import { ofDone, perDay, perMinutes } from './call-limits.ts';
import { ageBands, connectionTypes, genders, lookingForChoices, relations } from './choices.ts';
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
import { usernameSign } from './username-sign.ts';
import { isReservedUsername } from './usernames.ts';

const Gender = z.enum(genders, { error: 'validation.gender' });
const LookingFor = z.enum(lookingForChoices, { error: 'validation.lookingFor' });
const ConnectionType = z.enum(connectionTypes, { error: 'validation.connectionType' });

/** The member themselves. Fields are null until a profile is complete (D10). */
export const SelfUser = z.object({
  id: Id,
  username: z.string().nullable(),
  email: z.string(),
  emailVerified: z.boolean(),
  pendingEmail: z.string().nullable(),
  name: z.string(),
  age: z.number().int().nullable(),
  gender: Gender.nullable(),
  lookingFor: LookingFor.nullable(),
  connectionType: ConnectionType,
  bio: z.string(),
  occupation: z.string(),
  profileImage: z.string(),
  interests: z.array(z.string()),
  location: z.string(),
  profileComplete: z.boolean(),
  hasPassword: z.boolean(),
  pandaId: Id.nullable(),
  bambooBalance: Bamboo,
  createdAt: Time,
});

/** A member as another member may see them (D16): whatever is hidden is null, empty text or an empty list. */
export const PublicUser = z.object({
  id: Id,
  username: z.string(),
  name: z.string(),
  age: z.number().int().nullable(),
  /** Null where only name, username and image may be shown. */
  gender: Gender.nullable(),
  bio: z.string(),
  occupation: z.string(),
  profileImage: z.string(),
  interests: z.array(z.string()),
  location: z.string().nullable(),
  online: z.boolean().nullable(),
  pandaId: Id.nullable(),
  relation: z.enum(relations),
  canConnect: z.boolean(),
});

/** A member as they are named beside what is theirs: with the face of their Panda, if they have one. */
export const NamedMember = PublicUser.pick({
  id: true,
  username: true,
  name: true,
  profileImage: true,
  pandaId: true,
});

const usernameForm = new RegExp(`^${usernameSign}*$`, 'u');

const Username = nameText({
  form: 'NFKC',
  min: limits.username.min,
  max: limits.username.max,
  tooShort: 'validation.username.min',
})
  // Latin letters only: look-alikes from other scripts would let one member pass for another (docs/decisions/0060).
  .refine((value) => usernameForm.test(value), {
    error: 'validation.username.characters',
  })
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

// As HTML's fields take addresses, and letters of all scripts: nothing that a list of addresses or a link reads as more. A
// name without a dot is a slip, such as a missing ending: nobody has mail there.
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

const Name = nameText({ min: limits.name.min, max: limits.name.max, tooShort: 'validation.name.min' });

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
const Age = ageFrom(limits.age.min);

const Interest = text({ min: 1, max: limits.interests.each });
const Interests = z
  .array(Interest, { error: 'validation.interests' })
  .max(limits.interests.max, 'validation.interests')
  .transform(uniqueFolded);

const Bio = text({ max: limits.bio.max, lines: true });
const Occupation = text({ max: limits.occupation.max });
const Location = text({ max: limits.location.max });
// An image is set by uploading it (D15); a body may only leave it empty or repeat what is there.
const ProfileImage = z.string({ error: 'validation.text' }).max(200, 'validation.profileImage');

export const RegisterBody = z.object({
  username: Username,
  password: Password,
  email: Email,
  name: Name,
  age: Age,
  gender: Gender,
  lookingFor: LookingFor,
  connectionType: ConnectionType.default('all'),
  bio: Bio.default(''),
  occupation: Occupation.default(''),
  profileImage: ProfileImage.default(''),
  interests: Interests.default([]),
  location: Location.default(''),
  /** Joining through an invitation creates a request from the inviter (D45). */
  inviteCode: InviteCode.optional(),
});

/** Completes an account that began with a link. An age under 18 ends the account (D10). */
export const CompleteProfileBody = z.object({
  username: Username,
  name: Name,
  age: ageFrom(0),
  gender: Gender,
  lookingFor: LookingFor,
});

export const UpdateUserBody = z
  .object({
    name: Name,
    email: Email,
    age: Age,
    gender: Gender,
    lookingFor: LookingFor,
    connectionType: ConnectionType,
    bio: Bio,
    occupation: Occupation,
    profileImage: ProfileImage,
    interests: Interests,
    location: Location,
    /** Needed to change a confirmed address when the sign-in is not fresh (D14). */
    currentPassword: z.string({ error: 'validation.text' }).max(1024, 'validation.text'),
  })
  .partial();

export const UserListQuery = PageQuery.extend({
  /** Part of the name or the occupation, ignoring case and accents (D65). */
  q: SearchText,
  gender: Gender.optional(),
  ageBand: z.enum(ageBands, { error: 'validation.ageBand' }).optional(),
  /** Members with this interest, ignoring case and accents (D65). */
  interest: Interest.optional(),
});

export const memberEndpoints = {
  'POST /api/register': endpoint({
    access: 'public',
    status: 201,
    limits: [perMinutes(30, limits.registrationsPerNetwork, 'network')],
    body: RegisterBody,
    response: SelfUser,
  }),
  'POST /api/account/complete': endpoint({
    // It reveals which names are taken, as registering does.
    limits: [perMinutes(30, limits.registrationsPerNetwork)],
    body: CompleteProfileBody,
    response: SelfUser,
  }),
  'GET /api/user': endpoint({ response: SelfUser }),
  'GET /api/users': endpoint({ query: UserListQuery, response: z.array(PublicUser), paged: true }),
  'PATCH /api/users/:id': endpoint({
    limits: [ofDone(perDay(limits.addressMails.newPerDay, { newAddress: 'email' }))],
    body: UpdateUserBody,
    response: SelfUser,
  }),
  /** Ends a change of address that waits for its confirmation, and the links mailed for it (D14); nothing where none waits. */
  'DELETE /api/account/pending-email': endpoint({ response: SelfUser }),
};

export type SelfUser = z.output<typeof SelfUser>;
export type PublicUser = z.output<typeof PublicUser>;
export type NamedMember = z.output<typeof NamedMember>;
