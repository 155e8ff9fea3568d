import type { SelfUser } from '@frens/contract';

/** The edit form's fields as they are typed. */
export interface ProfileDraft {
  name: string;
  email: string;
  age: string;
  gender: string;
  lookingFor: string;
  occupation: string;
  location: string;
  bio: string;
  interests: string[];
  /** Asked for only when the server wants it (D14). */
  currentPassword: string;
}

export type ProfileField = keyof ProfileDraft;

/** Why a field was refused: a text of the server, or a message key of the contract with its values. */
export type FieldRefusal = string | { key: string; values: Record<string, string | number> };

export type ProfileRefusals = Partial<Record<ProfileField, FieldRefusal>>;

/** The form's first state: what is stored. */
export function draftOf(user: SelfUser): ProfileDraft {
  return {
    name: user.name,
    // A change that still waits for its confirmation is not repeated by saving something else.
    email: user.email,
    age: user.age === null ? '' : String(user.age),
    gender: user.gender ?? '',
    lookingFor: user.lookingFor ?? '',
    occupation: user.occupation,
    location: user.location,
    bio: user.bio,
    interests: user.interests,
    currentPassword: '',
  };
}

const fields = Object.keys({
  name: 1,
  email: 1,
  age: 1,
  gender: 1,
  lookingFor: 1,
  occupation: 1,
  location: 1,
  bio: 1,
  interests: 1,
  currentPassword: 1,
} satisfies Record<ProfileField, 1>);

/** Puts refusals to the fields of the form: `interests.3` belongs to `interests`. What fits no field is left to the toast. */
export function refusalsByField(refusals: Record<string, FieldRefusal>): ProfileRefusals {
  const found: Record<string, FieldRefusal> = {};
  for (const [path, refusal] of Object.entries(refusals)) {
    const field = path.split('.')[0] ?? path;
    if (fields.includes(field)) found[field] ??= refusal;
  }
  return found;
}
