import type { SelfUser } from '@frens/contract';
import { AlertDialog } from '@frens/design-system/dialog';
import {
  Button,
  Cluster,
  type Form,
  FormSummary,
  Notice,
  Stack,
  Text,
  TextField,
  useTranslation,
} from '@frens/platform';
import { useCallback, useEffect, useRef, useState } from 'react';
import { SignInAgain } from '../../../account/sign-in-again.tsx';
import { paths } from '../../../paths.ts';
import type { EditedField, ProfileDraft } from '../profile-draft.ts';
import { useProfileForm } from '../use-profile-form.ts';
import { CancelEmailChange } from './pending-email.tsx';
import styles from './profile-form.module.css';
import { ProfileInput } from './profile-input.tsx';

/** The form's fields, most descriptive first, and whether a field shares its row. */
const widths: Record<EditedField | 'email', 'half' | 'wide'> = {
  bio: 'wide',
  interests: 'wide',
  occupation: 'half',
  location: 'half',
  name: 'half',
  age: 'half',
  email: 'wide',
  gender: 'half',
  lookingFor: 'half',
  connectionType: 'wide',
};
// Safe: `Object.entries` of the record above.
const fields = Object.entries(widths) as Array<[EditedField | 'email', 'half' | 'wide']>;

interface ProfileFormProps {
  user: SelfUser;
  /** Whether this is step one of the first visit; the form then says what completes it. */
  isFirstStep: boolean;
  onSaved: (saved: SelfUser) => void;
  onCancel: () => void;
}

/** The profile in edit mode. */
export function ProfileForm({ user, isFirstStep, onSaved, onCancel }: ProfileFormProps) {
  const { t } = useTranslation('mf-social');
  const { form, isRestored, needsPassword, needsSignIn } = useProfileForm(user, onSaved);
  const [isAsking, setAsking] = useState(false);
  const { ref } = form.props;
  const focusFirst = useCallback(() => ref.current?.querySelector('textarea')?.focus(), [ref]);
  const leave = () => {
    form.reset();
    onCancel();
  };
  // The form replaces the pressed button, or restores a draft after a sign-in: focus its first field.
  useEffect(focusFirst, [focusFirst]);
  // The button disappears with its notice.
  const discard = () => {
    form.reset();
    focusFirst();
  };

  return (
    <form {...form.props}>
      <Stack gap="lg">
        {isRestored ? (
          <Notice role="status">
            <Cluster>
              {t('profile.draft.text')}
              <Button size="sm" variant="secondary" onClick={discard}>
                {t('profile.draft.discard')}
              </Button>
            </Cluster>
          </Notice>
        ) : null}
        {isFirstStep ? <Text>{t('profile.firstStep')}</Text> : null}
        <div className={styles.fields}>
          {fields.map(([field, width]) => (
            <Stack key={field} gap="sm" className={styles[width]}>
              {field === 'email' ? (
                <EmailField form={form} user={user} needsPassword={needsPassword} needsSignIn={needsSignIn} />
              ) : (
                <ProfileInput field={field} form={form} />
              )}
            </Stack>
          ))}
        </div>
        <Cluster>
          <Button type="submit" loading={form.isSending}>
            {t(form.isSending ? 'profile.saving' : 'profile.save')}
          </Button>
          <Button
            variant="ghost"
            disabled={form.isSending}
            onClick={() => (form.isDirty ? setAsking(true) : leave())}
          >
            {t('profile.cancel')}
          </Button>
        </Cluster>
        <FormSummary form={form} />
      </Stack>
      <AlertDialog
        open={isAsking}
        onOpenChange={({ open }) => setAsking(open)}
        title={t('profile.discard.title')}
        description={t('profile.discard.text')}
        confirmLabel={t('profile.discard.confirm')}
        cancelLabel={t('profile.discard.keep')}
        onConfirm={leave}
      />
    </form>
  );
}

interface EmailFieldProps extends Pick<ReturnType<typeof useProfileForm>, 'needsPassword' | 'needsSignIn'> {
  form: Form<ProfileDraft>;
  user: SelfUser;
}

/** The email field, with the password or sign-in that a change requires. */
function EmailField({ form, user, needsPassword, needsSignIn }: EmailFieldProps) {
  const { t } = useTranslation('mf-social');
  const email = useRef<HTMLInputElement>(null);
  return (
    <>
      <TextField
        {...form.field('email')}
        label={t('profile.fields.email')}
        ref={email}
        required
        type="email"
        autoComplete="email"
        spellCheck={false}
        hint={
          user.pendingEmail
            ? t('profile.pendingEmail.text', { email: user.pendingEmail })
            : t('profile.hints.email')
        }
      />
      {user.pendingEmail ? (
        <Cluster>
          <CancelEmailChange onCancelled={() => email.current?.focus()} />
        </Cluster>
      ) : null}
      {/* The draft stays in this tab until the member returns by the link. */}
      {needsSignIn ? <SignInAgain email={user.email} next={paths.profile} /> : null}
      {needsPassword ? (
        <TextField
          {...form.field('currentPassword')}
          label={t('profile.fields.currentPassword')}
          type="password"
          autoComplete="current-password"
          hint={t('profile.hints.currentPassword')}
        />
      ) : null}
    </>
  );
}
