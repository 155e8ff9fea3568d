import { connectionTypes, genders, lookingForChoices } from './choices.ts';
import { limits } from './limits.ts';

/**
 * One field of a profile: what it holds, within which limits, and who sees it. `isRequired` fields are asked for at sign-up and never empty
 * in a complete profile; Browse searches the text of `isSearched` ones; a `hidden` value stands where the field may not be seen, instead of
 * an empty one.
 */
type FieldRule = (
  | { kind: 'name' | 'line' | 'text'; min?: number; max: number }
  | { kind: 'list'; max: number; each: number }
  | { kind: 'choice'; choices: readonly string[]; initial?: string }
  | { kind: 'age' | 'picture' }
) & { isRequired?: true; hidden?: null } & (
    | { audience: 'anyone' | 'full'; isSearched?: true }
    // Fields that a member can hide must not be searchable.
    | { audience: `${string}Visible` | 'self'; isSearched?: never }
  );

/**
 * The profile, field by field (D4, D16). Checks, stored documents, answers, privacy, forms, mocks, exports and their tests follow from this
 * table; a new field needs a line here, its label in the texts of mf-social, and a place in its form.
 *
 * `audience` says who sees it: `anyone` who sees the member at all, who sees the `full` profile, the same while a switch of the privacy
 * settings is on, or only the member `self`.
 */
export const profileFields = {
  name: { kind: 'name', ...limits.name, isRequired: true, audience: 'anyone', isSearched: true },
  age: { kind: 'age', isRequired: true, audience: 'ageVisible' },
  occupation: { kind: 'line', max: 100, audience: 'full', isSearched: true },
  gender: { kind: 'choice', choices: genders, isRequired: true, audience: 'full' },
  lookingFor: { kind: 'choice', choices: lookingForChoices, isRequired: true, audience: 'self' },
  connectionType: { kind: 'choice', choices: connectionTypes, initial: 'all', audience: 'self' },
  profileImage: { kind: 'picture', audience: 'anyone' },
  bio: { kind: 'text', max: 1000, audience: 'bioVisible' },
  interests: { kind: 'list', max: 20, each: 30, audience: 'interestsVisible' },
  location: { kind: 'line', max: 100, audience: 'locationVisible', hidden: null },
} as const satisfies Record<string, FieldRule>;

type Fields = typeof profileFields;
export type ProfileField = keyof Fields;

type ValueOf<Rule> = Rule extends { choices: ReadonlyArray<infer Choice> }
  ? Choice | (Rule extends { initial: Choice } ? never : null)
  : Rule extends { kind: 'age' }
    ? number | null
    : Rule extends { kind: 'list' }
      ? string[]
      : string;

/** A profile's values. Fields are null until the profile is complete (D10). */
export type ProfileValues = { [Field in ProfileField]: ValueOf<Fields[Field]> };

/** Switches of the privacy settings that show or hide one field each. */
export type FieldSwitch = Extract<Fields[ProfileField]['audience'], `${string}Visible`>;

/** Fields whose entry has these properties. */
export type FieldWith<Properties> = {
  [Field in ProfileField]: Fields[Field] extends Properties ? Field : never;
}[ProfileField];

/** Fields that others may see. */
export type PublicField = Exclude<ProfileField, FieldWith<{ audience: 'self' }>>;

/** What others may see of `ProfileValues`. */
export type PublicValues = {
  [Field in PublicField]: ProfileValues[Field] | (Fields[Field] extends { hidden: null } ? null : never);
};

/** Fields with a fixed set of choices. */
export type ChoiceField = FieldWith<{ kind: 'choice' }>;

/** Fields whose text Browse searches. */
export type SearchedField = FieldWith<{ isSearched: true }>;

/** A field's entry in the table. */
export const ruleOf = (field: ProfileField): FieldRule => profileFields[field];

// Safe: the keys of a literal object are exactly its type's keys.
export const profileFieldNames = Object.keys(profileFields) as ProfileField[];
export const publicFields = profileFieldNames.filter(
  (field): field is PublicField => ruleOf(field).audience !== 'self',
);
export const searchedFields = profileFieldNames.filter(
  (field): field is SearchedField => ruleOf(field).isSearched === true,
);
export const fieldSwitches = profileFieldNames
  .map((field) => profileFields[field].audience)
  .filter((audience): audience is FieldSwitch => audience.endsWith('Visible'));

/** Maps fields to values. */
export function mapFields<Field extends ProfileField, Value>(
  fields: readonly Field[],
  make: (field: Field) => Value,
): Record<Field, Value> {
  // Safe: it has exactly these keys.
  const made = {} as Record<Field, Value>;
  for (const field of fields) made[field] = make(field);
  return made;
}

function emptyValue(field: ProfileField) {
  const rule = ruleOf(field);
  if (rule.kind === 'list') return [];
  if (rule.kind === 'choice') return rule.initial ?? null;
  return rule.kind === 'age' ? null : '';
}

/** An empty profile. */
// Safe: `emptyValue` follows the same table as the type.
export const emptyProfile = mapFields(profileFieldNames, emptyValue) as ProfileValues;

/** The value that replaces each hidden field. */
export const hiddenProfile = mapFields(publicFields, (field) =>
  ruleOf(field).hidden === null ? null : emptyProfile[field],
) as PublicValues;

/** Picks the fields of a profile. Documents stored before a field existed get its empty value. */
export function pickProfile(of: Partial<ProfileValues>): ProfileValues {
  return mapFields(profileFieldNames, (field) => of[field] ?? emptyProfile[field]) as ProfileValues;
}

/** Picks the fields that others may see. */
export function pickPublic(of: Partial<PublicValues>): PublicValues {
  return mapFields(publicFields, (field) => of[field] ?? hiddenProfile[field]) as PublicValues;
}
