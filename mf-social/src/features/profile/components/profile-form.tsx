import type { SelfUser } from '@frens/contract';
import { connectionTypes, genders, lookingForChoices } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { AlertDialog } from '@frens/design-system/dialog';
import { NumberField } from '@frens/design-system/number-field';
import {
  Button,
  Cluster,
  FormSummary,
  Notice,
  SelectField,
  Stack,
  TextArea,
  TextField,
  useTranslation,
} from '@frens/platform';
import { useEffect, useRef, useState } from 'react';
import { SignInAgain } from '../../../account/sign-in-again.tsx';
import { paths } from '../../../paths.ts';
import { useProfileForm } from '../use-profile-form.ts';
import { InterestsField } from './interests-field.tsx';
import { CancelEmailChange } from './pending-email.tsx';
import styles from './profile-form.module.css';

interface ProfileFormProps {
  user: SelfUser;
  onSaved: () => void;
  onCancel: () => void;
}

/** The profile in edit mode. */
export function ProfileForm({ user, onSaved, onCancel }: ProfileFormProps) {
  const { t } = useTranslation('mf-social');
  const { form, isRestored, needsPassword, needsSignIn } = useProfileForm(user, onSaved);
  const [isAsking, setAsking] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const leave = () => {
    form.reset();
    onCancel();
  };
  // The form takes the place of the button that was pressed, or of what was begun before a sign-in.
  useEffect(() => first.current?.focus(), []);
  // The button goes with its notice.
  const discard = () => {
    form.reset();
    first.current?.focus();
  };
  const field = (name: Parameters<typeof form.field>[0]) => ({
    ...form.field(name),
    label: t(`profile.fields.${name}`),
  });

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
        <div className={styles.pair}>
          <TextField {...field('name')} limit={limits.name.max} required autoComplete="name" ref={first} />
          <NumberField {...field('age')} required />
        </div>
        <Stack gap="sm">
          <TextField
            {...field('email')}
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
        </Stack>
        {/* What was typed waits in this tab for whoever comes back by the link. */}
        {needsSignIn ? <SignInAgain email={user.email} next={paths.profile} /> : null}
        {needsPassword ? (
          <TextField
            {...field('currentPassword')}
            type="password"
            autoComplete="current-password"
            hint={t('profile.hints.currentPassword')}
          />
        ) : null}
        <div className={styles.pair}>
          <SelectField
            {...field('gender')}
            required
            placeholder={t('profile.choose')}
            options={genders.map((value) => ({ value, label: t(`member.gender.${value}`) }))}
          />
          <SelectField
            {...field('lookingFor')}
            required
            placeholder={t('profile.choose')}
            hint={t('profile.hints.lookingFor')}
            options={lookingForChoices.map((value) => ({ value, label: t(`member.lookingFor.${value}`) }))}
          />
        </div>
        <SelectField
          {...field('connectionType')}
          required
          hint={t('profile.hints.connectionType')}
          options={connectionTypes.map((value) => ({ value, label: t(`profile.connectionType.${value}`) }))}
        />
        <div className={styles.pair}>
          <TextField
            {...field('occupation')}
            limit={limits.occupation.max}
            autoComplete="organization-title"
          />
          <TextField {...field('location')} limit={limits.location.max} autoComplete="address-level2" />
        </div>
        <TextArea {...field('bio')} rows={5} hint={t('profile.hints.bio')} limit={limits.bio.max} />
        <InterestsField
          interests={form.values.interests}
          error={form.errorOf('interests')}
          onChange={(interests) => form.set('interests', interests)}
        />
        <FormSummary form={form} />
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
