import type { SelfUser } from '@frens/contract';
import { genders, lookingForChoices } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import {
  Button,
  Cluster,
  NumberField,
  SelectField,
  Stack,
  TextArea,
  TextField,
  useTranslation,
} from '@frens/platform';
import { focusOnMount } from '../../../lists/focus-on-mount.ts';
import { useProfileForm } from '../use-profile-form.ts';
import { InterestsField } from './interests-field.tsx';
import styles from './profile-form.module.css';

interface ProfileFormProps {
  user: SelfUser;
  onSaved: () => void;
  onCancel: () => void;
}

/** The profile in edit mode. */
export function ProfileForm({ user, onSaved, onCancel }: ProfileFormProps) {
  const { t } = useTranslation('mf-social');
  const { form, draft, change, errorOf, needsPassword, isSaving, submit } = useProfileForm(user, onSaved);

  /** What the text fields have in common. */
  const field = (name: 'name' | 'email' | 'age' | 'occupation' | 'location' | 'bio' | 'currentPassword') => ({
    name,
    label: t(`profile.fields.${name}`),
    value: draft[name],
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });

  return (
    // The contract's rules speak, in the member's language, and not the browser's.
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="lg">
        <div className={styles.pair}>
          <TextField {...field('name')} required autoComplete="name" ref={focusOnMount} />
          <NumberField {...field('age')} required />
        </div>
        <TextField
          {...field('email')}
          required
          type="email"
          autoComplete="email"
          spellCheck={false}
          hint={t('profile.hints.email')}
        />
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
            label={t('profile.fields.gender')}
            required
            placeholder={t('profile.choose')}
            value={draft.gender}
            error={errorOf('gender')}
            options={genders.map((value) => ({ value, label: t(`member.gender.${value}`) }))}
            onChange={(event) => change({ gender: event.target.value })}
          />
          <SelectField
            label={t('profile.fields.lookingFor')}
            required
            placeholder={t('profile.choose')}
            hint={t('profile.hints.lookingFor')}
            value={draft.lookingFor}
            error={errorOf('lookingFor')}
            options={lookingForChoices.map((value) => ({ value, label: t(`member.lookingFor.${value}`) }))}
            onChange={(event) => change({ lookingFor: event.target.value })}
          />
        </div>
        <div className={styles.pair}>
          <TextField {...field('occupation')} autoComplete="organization-title" />
          <TextField {...field('location')} autoComplete="address-level2" />
        </div>
        <TextArea {...field('bio')} rows={5} hint={t('profile.hints.bio')} maxLength={limits.bio.max} />
        <InterestsField
          interests={draft.interests}
          error={errorOf('interests')}
          onChange={(interests) => change({ interests })}
        />
        <Cluster>
          <Button type="submit" loading={isSaving}>
            {t(isSaving ? 'profile.saving' : 'profile.save')}
          </Button>
          <Button variant="ghost" disabled={isSaving} onClick={onCancel}>
            {t('profile.cancel')}
          </Button>
        </Cluster>
      </Stack>
    </form>
  );
}
