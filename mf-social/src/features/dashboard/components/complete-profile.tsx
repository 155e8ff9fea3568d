import type { CallBody } from '@frens/contract';
import { genders, lookingForChoices } from '@frens/contract/choices';
import { errorCodes } from '@frens/contract/errors';
import { limits } from '@frens/contract/limits';
import { NumberField } from '@frens/design-system/number-field';
import {
  ApiError,
  api,
  Button,
  Card,
  FormSummary,
  Heading,
  SelectField,
  Stack,
  session,
  Text,
  TextField,
  toast,
  useAction,
  useForm,
  useTranslation,
} from '@frens/platform';
import { useId, useRef } from 'react';

const empty = { username: '', name: '', age: '', gender: '', lookingFor: '' };

/** What an account that began with a link still needs (D10). */
export function CompleteProfile() {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const form = useCompletion();
  const field = (name: keyof typeof empty) => ({ ...form.field(name), required: true });
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
              label={t('dashboard.complete.username')}
              hint={t('dashboard.complete.usernameHint')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextField {...field('name')} label={t('profile.fields.name')} autoComplete="name" />
            <NumberField {...field('age')} label={t('profile.fields.age')} />
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
            <FormSummary form={form} />
            <Button type="submit" loading={form.isSending}>
              {t('dashboard.complete.submit')}
            </Button>
          </Stack>
        </form>
      </section>
    </Card>
  );
}

function useCompletion() {
  const { t } = useTranslation('mf-social');
  // An age under 18 ends the account: a slip of the finger must not.
  const warnedAge = useRef<string>(null);
  const complete = useAction({
    send: (body: CallBody<'POST /api/account/complete'>) => api.call('POST /api/account/complete', { body }),
    meta: { failureTitle: t('dashboard.complete.failed') },
    onSuccess(user) {
      toast({ title: t('dashboard.complete.done'), description: t('dashboard.complete.doneText') });
      session.signedIn(user);
    },
    onError(error) {
      // The account is gone, and the session with it.
      if (error instanceof ApiError && error.code === errorCodes.underAge) void session.refresh();
    },
  });
  return useForm({
    initial: empty,
    rules: () => import('@frens/contract/members').then(({ CompleteProfileBody }) => CompleteProfileBody),
    check({ age }) {
      if (age === '' || Number(age) >= limits.age.min || warnedAge.current === age) return {};
      warnedAge.current = age;
      return { age: { key: 'mf-social:dashboard.complete.underAge', values: {} } };
    },
    action: complete,
    draft: 'complete-profile',
  });
}
