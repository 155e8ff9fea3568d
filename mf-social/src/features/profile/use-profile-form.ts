import type { SelfUser } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { ApiError, type Form, hasDraft, useForm, useUnsaved } from '@frens/platform';
import { useState } from 'react';
import { useSaveProfile } from './profile.queries.ts';
import { changesOf, draftOf, freshened, type ProfileDraft } from './profile-draft.ts';

/** Name of what was typed and not saved. */
export const profileDraft = 'profile';

/**
 * The edit form. It asks for the password only when the server wants it for a new address (D14).
 *
 * @param onSaved called once the server has saved it
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
      // Without the link that confirms it there is no new address.
      if (error.code === errorCodes.mailUnavailable) return { email: error.serverMessage };
      if (error.code !== errorCodes.freshSignInRequired) return undefined;
      // Who has none can only sign in again.
      if (!user.hasPassword) {
        setNeedsSignIn(true);
        return { email: { key: 'mf-social:profile.hints.signInAgain', values: {} } };
      }
      setNeedsPassword(true);
      return { currentPassword: error.serverMessage };
    },
    draft: profileDraft,
    restore: (kept) => freshened(kept, user),
  });
  useUnsaved(form.isDirty, form.reset);
  return { form, isRestored: isRestored && form.isDirty, needsPassword, needsSignIn };
}
