import { genders, lookingForChoices } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { AlertDialog } from '@frens/design-system/dialog';
import { NumberField } from '@frens/design-system/number-field';
import {
  Button,
  Card,
  FormSummary,
  Heading,
  SelectField,
  Stack,
  Text,
  TextField,
  useTranslation,
} from '@frens/platform';
import { useId, useRef } from 'react';
import { type CompletionFields, useCompletion } from '../use-completion.ts';

/** Asks for the required fields that an account created by a sign-in link still lacks (D10). */
export function CompleteProfile() {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const { form, youth } = useCompletion();
  const age = useRef<HTMLInputElement>(null);
  const mistyped = () => {
    youth.answer(false);
    age.current?.focus();
  };
  const field = (name: keyof CompletionFields) => ({ ...form.field(name), required: true });
  return (
    <Card asChild tone="tint" padding="lg">
      <section aria-labelledby={title}>
        <form {...form.props} aria-labelledby={title}>
          <Stack gap="md">
            <Heading level={2} size="md" id={title}>
              {t('dashboard.complete.title')}
            </Heading>
            <Text tone="muted">{t('dashboard.complete.text')}</Text>
            <TextField
              {...field('username')}
              limit={limits.username.max}
              label={t('dashboard.complete.username')}
              hint={t('dashboard.complete.usernameHint')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextField
              {...field('name')}
              limit={limits.name.max}
              label={t('profile.fields.name')}
              autoComplete="name"
            />
            <NumberField {...field('age')} ref={age} label={t('profile.fields.age')} />
            <SelectField
              {...field('gender')}
              label={t('profile.fields.gender')}
              placeholder={t('profile.choose')}
              options={genders.map((value) => ({ value, label: t(`member.gender.${value}`) }))}
            />
            <SelectField
              {...field('lookingFor')}
              label={t('profile.fields.lookingFor')}
              hint={t('profile.hints.lookingFor')}
              placeholder={t('profile.choose')}
              options={lookingForChoices.map((value) => ({ value, label: t(`member.lookingFor.${value}`) }))}
            />
            <Button type="submit" loading={form.isSending}>
              {t('dashboard.complete.submit')}
            </Button>
            <FormSummary form={form} />
          </Stack>
        </form>
        <AlertDialog
          open={youth.ageToConfirm !== null}
          onOpenChange={mistyped}
          title={t('dashboard.complete.underAge.title', { age: youth.ageToConfirm })}
          description={t('dashboard.complete.underAge.text', { min: limits.age.min })}
          confirmLabel={t('dashboard.complete.underAge.yes')}
          cancelLabel={t('dashboard.complete.underAge.no')}
          onConfirm={() => youth.answer(true)}
        />
      </section>
    </Card>
  );
}
