import type { SelfUser } from '@frens/contract';
import {
  type ChoiceField,
  mapFields,
  type ProfileField,
  type ProfileValues,
  profileFieldNames,
} from '@frens/contract/profile-fields';

/** Profile fields in the edit form; the picture has a form of its own. */
export type EditedField = Exclude<ProfileField, 'profileImage'>;

/** Key of the text for a chosen option. */
export function choiceKey(field: EditedField, choice: string) {
  // Safe: choices come from the field table. The type-check fails if a choice lacks its text.
  return `member.${field}.${choice}` as {
    [Field in ChoiceField]: `member.${Field}.${NonNullable<ProfileValues[Field]>}`;
  }[ChoiceField];
}

/** Editable fields, as typed. */
export type ProfileFields = { email: string } & {
  [Field in EditedField]: ProfileValues[Field] extends string[] ? string[] : string;
};

export const editedFields = profileFieldNames.filter(
  (field): field is EditedField => field !== 'profileImage',
);

/** Values of the edit form. */
export interface ProfileDraft extends ProfileFields {
  /** Asked for only if the server demands it (D14). */
  currentPassword: string;
  /** Stored values when the form opened. Fields that differ are the member's changes. */
  opened: ProfileFields;
}

/** Initial form values, from the stored profile. */
export function draftOf(user: SelfUser): ProfileDraft {
  const stored = {
    // The current address: saving another field must not repeat a pending change of address.
    email: user.email,
    ...mapFields(editedFields, (field) => {
      const value = user[field] ?? '';
      return typeof value === 'number' ? String(value) : value;
    }),
    // Safe: lists stay lists; every other value is a string.
  } as ProfileFields;
  return { ...stored, currentPassword: '', opened: stored };
}

/**
 * The request body: only the fields that the member has changed. Concurrent changes by another tab or a mailed link
 * stay untouched.
 */
export function changesOf({ currentPassword, opened, ...typed }: ProfileDraft): Partial<ProfileDraft> {
  const before = new Map<string, unknown>(Object.entries(opened));
  const changed = Object.entries(typed).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before.get(field)),
  );
  return { ...Object.fromEntries(changed), ...(currentPassword === '' ? {} : { currentPassword }) };
}

/**
 * Rebases a restored draft on the stored profile: the member's changes win, and all other fields take the current value,
 * since another tab or a mailed link may have changed them.
 */
export function rebaseDraft(draft: ProfileDraft, user: SelfUser): ProfileDraft {
  const now = draftOf(user);
  const { currentPassword: _never, ...changed } = changesOf(draft);
  return { ...now, ...changed, opened: now.opened };
}
