import type { SelfUser } from '@frens/contract';

/** What can be edited, as it is typed. */
export interface ProfileFields {
  name: string;
  email: string;
  age: string;
  gender: string;
  lookingFor: string;
  connectionType: string;
  occupation: string;
  location: string;
  bio: string;
  interests: string[];
}

/** What the edit form holds. */
export interface ProfileDraft extends ProfileFields {
  /** Asked for only when the server wants it (D14). */
  currentPassword: string;
  /** What was stored when the form was opened: what differs from it is what its member has changed. */
  opened: ProfileFields;
}

/** The form's first state: what is stored. */
export function draftOf(user: SelfUser): ProfileDraft {
  const stored: ProfileFields = {
    name: user.name,
    // A change that still waits for its confirmation is not repeated by saving something else.
    email: user.email,
    age: user.age === null ? '' : String(user.age),
    gender: user.gender ?? '',
    lookingFor: user.lookingFor ?? '',
    connectionType: user.connectionType,
    occupation: user.occupation,
    location: user.location,
    bio: user.bio,
    interests: user.interests,
  };
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
