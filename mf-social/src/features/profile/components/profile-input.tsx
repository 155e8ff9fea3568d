import { ruleOf } from '@frens/contract/profile-fields';
import { NumberField } from '@frens/design-system/number-field';
import { type Form, SelectField, TextArea, TextField, useTranslation } from '@frens/platform';
import { choiceKey, type EditedField, type ProfileDraft } from '../profile-draft.ts';
import { InterestsField } from './interests-field.tsx';

const hints = {
  lookingFor: 'profile.hints.lookingFor',
  connectionType: 'profile.hints.connectionType',
  bio: 'profile.hints.bio',
} as const;

/** `autocomplete` tokens per field. */
const autoComplete: Partial<Record<EditedField, string>> = {
  name: 'name',
  occupation: 'organization-title',
  location: 'address-level2',
};

/** The input for a profile field, chosen by the field's kind. */
export function ProfileInput({ field, form }: { field: EditedField; form: Form<ProfileDraft> }) {
  const { t } = useTranslation('mf-social');
  const rule = ruleOf(field);
  if (field === 'interests')
    return (
      <InterestsField
        interests={form.values.interests}
        error={form.errorOf('interests')}
        onChange={(interests) => form.set('interests', interests)}
      />
    );
  const common = {
    ...form.field(field),
    label: t(`profile.fields.${field}`),
    hint: field in hints ? t(hints[field as keyof typeof hints]) : undefined,
    required: rule.isRequired ?? false,
  };
  switch (rule.kind) {
    case 'age':
      return <NumberField {...common} />;
    case 'choice':
      return (
        <SelectField
          {...common}
          required
          placeholder={t('profile.choose')}
          options={rule.choices.map((value) => ({ value, label: t(choiceKey(field, value)) }))}
        />
      );
    case 'text':
      return <TextArea {...common} rows={5} limit={rule.max} />;
    default:
      return (
        <TextField
          {...common}
          limit={'max' in rule ? rule.max : undefined}
          autoComplete={autoComplete[field]}
        />
      );
  }
}
