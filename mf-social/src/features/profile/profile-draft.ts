import type { SelfUser } from '@frens/contract';
import {
  type ChoiceField,
  mapFields,
  type ProfileField,
  type ProfileValues,
  profileFieldNames,
} from '@frens/contract/profile-fields';

/** Fields of the profile that the form edits; the picture has a form of its own. */
export type EditedField = Exclude<ProfileField, 'profileImage'>;

/** The text of a choice that a member has made. */
export function choiceKey(field: EditedField, choice: string) {
  // Safe: choices come from the table of fields. It compiles while all of them have their texts.
  return `member.${field}.${choice}` as {
    [Field in ChoiceField]: `member.${Field}.${NonNullable<ProfileValues[Field]>}`;
  }[ChoiceField];
}

/** What can be edited, as it is typed. */
export type ProfileFields = { email: string } & {
  [Field in EditedField]: ProfileValues[Field] extends string[] ? string[] : string;
};

export const editedFields = profileFieldNames.filter(
  (field): field is EditedField => field !== 'profileImage',
);

/** What the edit form holds. */
export interface ProfileDraft extends ProfileFields {
  /** Asked for only when the server wants it (D14). */
  currentPassword: string;
  /** What was stored when the form was opened: what differs from it is what its member has changed. */
  opened: ProfileFields;
}

/** The form's first state: what is stored. */
export function draftOf(user: SelfUser): ProfileDraft {
  const stored = {
    // A change that still waits for its confirmation is not repeated by saving something else.
    email: user.email,
    ...mapFields(editedFields, (field) => {
      const value = user[field] ?? '';
      return typeof value === 'number' ? String(value) : value;
    }),
    // Safe: lists stay lists, everything else has become text.
  } as ProfileFields;
  return { ...stored, currentPassword: '', opened: stored };
}

/**
 * What is sent of the form: what was changed in it, and nothing else. What another tab or a link in a mail has changed since it was opened
 * stays as it is.
 */
export function changesOf({ currentPassword, opened, ...typed }: ProfileDraft): Partial<ProfileDraft> {
  const before = new Map<string, unknown>(Object.entries(opened));
  const changed = Object.entries(typed).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before.get(field)),
  );
  return { ...Object.fromEntries(changed), ...(currentPassword === '' ? {} : { currentPassword }) };
}

/**
 * A draft from before with what is stored by now in every field that its member has not changed: it was changed elsewhere meanwhile, or by a
 * link in a mail.
 */
export function freshened(draft: ProfileDraft, user: SelfUser): ProfileDraft {
  const now = draftOf(user);
  const { currentPassword: _never, ...changed } = changesOf(draft);
  return { ...now, ...changed, opened: now.opened };
}
