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
