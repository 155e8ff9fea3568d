import type { SelfUser } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { ApiError, toast, useTranslation } from '@frens/platform';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useSaveProfile } from './profile.queries.ts';
import {
  draftOf,
  type FieldRefusal,
  type ProfileDraft,
  type ProfileField,
  type ProfileRefusals,
  refusalsByField,
} from './profile-draft.ts';

/** The rules travel apart from the screen. */
const loadRules = () => import('./check-profile.ts');

/**
 * The edit form: what is typed, what was refused, and saving. Nothing typed is lost by a refusal or a failed call.
 *
 * @param onSaved called once the server has saved it
 */
export function useProfileForm(user: SelfUser, onSaved: () => void) {
  const { t } = useTranslation('mf-social');
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<ProfileDraft>(() => draftOf(user));
  const [refusals, setRefusals] = useState<ProfileRefusals>({});
  const [needsPassword, setNeedsPassword] = useState(false);
  const save = useSaveProfile(user);

  useEffect(() => {
    // Fetched while the member types. A failure shows itself at submission, which fetches again.
    loadRules().catch(() => undefined);
  }, []);

  useEffect(() => {
    if (Object.keys(refusals).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [refusals]);

  const refusedBy = (error: Error) => {
    if (!(error instanceof ApiError)) return;
    const found = refusalsByField(error.fields);
    if (error.code === errorCodes.freshSignInRequired) {
      setNeedsPassword(true);
      found.currentPassword ??= error.serverMessage;
    }
    setRefusals(found);
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    let checked: ReturnType<Awaited<ReturnType<typeof loadRules>>['checkProfile']>;
    try {
      checked = (await loadRules()).checkProfile(draft);
    } catch {
      toast({ title: t('profile.updateFailed'), description: t('profile.checkFailed'), tone: 'danger' });
      return;
    }
    setRefusals(checked.refusals ?? {});
    if (checked.changes) save.run(checked.changes, { onSuccess: onSaved, onError: refusedBy });
  };

  const errorOf = (field: ProfileField): string | undefined => {
    const refusal: FieldRefusal | undefined = refusals[field];
    if (refusal === undefined || typeof refusal === 'string') return refusal;
    return t(`contract:${refusal.key}`, refusal.values);
  };

  return {
    form,
    draft,
    needsPassword,
    isSaving: save.isPending,
    errorOf,
    change: (part: Partial<ProfileDraft>) => setDraft((current) => ({ ...current, ...part })),
    submit,
  };
}
