import type { SelfUser } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { ApiError, type Form, hasDraft, useForm, useUnsaved } from '@frens/platform';
import { useState } from 'react';
import { useSaveProfile } from './profile.queries.ts';
import { changesOf, draftOf, type ProfileDraft, rebaseDraft } from './profile-draft.ts';

/** Name of the profile's draft. */
export const profileDraft = 'profile';

/**
 * The edit form. It asks for the password only if the server demands it for a new address (D14).
 *
 * @param onSaved called after the server has saved the profile
 */
export function useProfileForm(
  user: SelfUser,
  onSaved: (saved: SelfUser) => void,
): { form: Form<ProfileDraft>; isRestored: boolean; needsPassword: boolean; needsSignIn: boolean } {
  const [isRestored] = useState(() => hasDraft(profileDraft));
  const [needsPassword, setNeedsPassword] = useState(false);
  const [needsSignIn, setNeedsSignIn] = useState(false);
  const form = useForm({
    initial: draftOf(user),
    rules: () => import('@frens/contract/members').then(({ UpdateUserBody }) => UpdateUserBody),
    body: changesOf,
    action: useSaveProfile(user),
    onSent: onSaved,
    onRefused(error) {
      if (!(error instanceof ApiError)) return undefined;
      // A new address needs a confirmation link, so it fails without mail.
      if (error.code === errorCodes.mailUnavailable) return { email: error.serverMessage };
      if (error.code !== errorCodes.freshSignInRequired) return undefined;
      // A member without a password can only sign in again.
      if (!user.hasPassword) {
        setNeedsSignIn(true);
        return { email: { key: 'mf-social:profile.hints.signInAgain', values: {} } };
      }
      setNeedsPassword(true);
      return { currentPassword: error.serverMessage };
    },
    draft: profileDraft,
    restore: (draft) => rebaseDraft(draft, user),
  });
  useUnsaved(form.isDirty, form.reset);
  return { form, isRestored: isRestored && form.isDirty, needsPassword, needsSignIn };
}
