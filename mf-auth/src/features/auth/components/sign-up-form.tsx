import type { ConnectionType } from '@frens/contract';
import { connectionTypes, genders, lookingForChoices } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { HandHeartIcon, HeartHandshakeIcon, SparklesIcon, UsersIcon } from '@frens/design-system/icons';
import { NumberField } from '@frens/design-system/number-field';
import { RadioCards } from '@frens/design-system/radio-cards';
import { NewPasswordField } from '@frens/members/passwords';
import {
  Button,
  FormSummary,
  Heading,
  Link,
  Notice,
  SelectField,
  Text,
  TextField,
  useLocation,
  useTranslation,
} from '@frens/platform';
import { useEffect, useRef } from 'react';
import styles from '../auth.module.css';
import type { SignUp, SignUpFields } from '../auth-forms.ts';
import { useTab } from '../use-tab.ts';
import { SubmitButton } from './submit-button.tsx';

const connectionIcons = {
  new_frens: HeartHandshakeIcon,
  group_activities: UsersIcon,
  service_partners: HandHeartIcon,
  all: SparklesIcon,
} as const satisfies Record<ConnectionType, unknown>;

/** The sign-up form, in two steps (spec section 5, D5). */
export function SignUpForm({ form, isFirst }: { form: SignUp; isFirst: boolean }) {
  const { t } = useTranslation('mf-auth');
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(form.step);
  const { step } = form;
  const { ref } = form.props;
  // After a step change, focus the first invalid field, or the heading.
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const invalid = ref.current?.querySelector<HTMLElement>('input[aria-invalid="true"]');
    (invalid ?? heading.current)?.focus();
  }, [step, ref]);
  return (
    <form {...form.props} className={styles.form} aria-label={t('tabs.signUp')}>
      <Heading level={isFirst ? 2 : 3} size="sm" ref={heading} tabIndex={-1}>
        {t(`signUp.step.${step}`)}
      </Heading>
      {step === 'account' ? <AccountFields form={form} /> : <AboutFields form={form} />}
      <SubmitButton isFirst={isFirst} isSending={form.isSending}>
        {t(step === 'account' ? 'signUp.next' : 'signUp.submit')}
      </SubmitButton>
      {step === 'about' ? (
        <Button variant="ghost" fullWidth disabled={form.isSending} onClick={form.goBack}>
          {t('signUp.back')}
        </Button>
      ) : null}
      {form.isTaken ? null : <FormSummary form={form} />}
    </form>
  );
}

/**
 * The whole form for browsers without scripts, which submit it natively (`api/src/middleware/noscript-forms.ts`).
 *
 * @param props.isAlone whether it replaces the steps, because the page is for sign-up and the server redirects nowhere
 */
export function NoscriptSignUp({ form, isAlone }: { form: SignUp; isAlone: boolean }) {
  const { t } = useTranslation('mf-auth');
  return (
    <noscript data-whole={isAlone ? '' : undefined}>
      <form method="post" className={styles.form} aria-label={t('tabs.signUp')}>
        <Heading level={2} size="sm">
          {t('tabs.signUp')}
        </Heading>
        <AccountFields form={form} isNoscript />
        <AboutFields form={form} />
        <Button type="submit" size="lg" fullWidth>
          {t('signUp.submit')}
        </Button>
      </form>
    </noscript>
  );
}

/** Templates for messages without scripts: the server replaces the dots and inserts the message at the form. */
export function NoscriptAnswers() {
  const { t } = useTranslation('mf-auth');
  const answers = {
    alert: <Notice role="alert" tone="danger" title="…" className={styles.answer} />,
    status: <Notice role="status" title="…" className={styles.answer} />,
    field: (
      <Text size="sm" tone="danger" weight="semibold">
        …
      </Text>
    ),
    // For the whole form, where its first step was sent.
    whole: <Notice role="status" title={t('signUp.whole')} className={styles.answer} />,
  };
  return Object.entries(answers).map(([kind, answer]) => (
    <noscript key={kind} data-answer={kind}>
      <div hidden>{answer}</div>
    </noscript>
  ));
}

const fieldOf = (form: SignUp) => (name: keyof SignUpFields) => ({
  ...form.field(name),
  'aria-required': true,
});

function AccountFields({ form, isNoscript = false }: { form: SignUp; isNoscript?: boolean }) {
  const { t } = useTranslation('mf-auth');
  const { state } = useLocation();
  const { addressOf } = useTab();
  const field = fieldOf(form);
  // Username or address is taken: marks both fields, with one message at the first.
  const taken = form.isTaken ? (
    <>
      {form.failure} {t('signUp.taken')}{' '}
      <Link to={addressOf('login')} replace state={state}>
        {t('signUp.toLogin')}
      </Link>
    </>
  ) : undefined;
  return (
    <div className={styles.pair}>
      <TextField
        {...field('username')}
        {...(taken ? { error: taken } : {})}
        limit={limits.username.max}
        label={t('field.username')}
        hint={t('hint.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...field('email')}
        {...(taken ? { 'aria-invalid': true } : {})}
        label={t('field.email')}
        hint={t('hint.email')}
        type="email"
        autoComplete="email"
      />
      <NewPasswordField
        {...field('password')}
        label={t('field.password')}
        hint={t('hint.password')}
        warnsOwner={{ username: form.values.username, email: form.values.email, name: form.values.name }}
      />
      {isNoscript ? null : (
        <TextField
          {...field('confirmPassword')}
          label={t('field.confirmPassword')}
          type="password"
          autoComplete="new-password"
        />
      )}
    </div>
  );
}

function AboutFields({ form }: { form: SignUp }) {
  const { t } = useTranslation('mf-auth');
  const field = fieldOf(form);
  return (
    <>
      <div className={styles.nameAge}>
        <TextField {...field('name')} limit={limits.name.max} label={t('field.name')} autoComplete="name" />
        <NumberField {...field('age')} label={t('field.age')} />
      </div>
      <RadioCards
        {...form.choice('connectionType')}
        label={t('field.connectionType')}
        columns={2}
        options={connectionTypes.map((value) => {
          const Icon = connectionIcons[value];
          return { value, label: t(`connectionType.${value}`), icon: <Icon /> };
        })}
      />
      <div className={styles.pair}>
        <SelectField
          {...field('gender')}
          label={t('field.gender')}
          placeholder={t('field.choose')}
          options={genders.map((value) => ({ value, label: t(`gender.${value}`) }))}
        />
        <SelectField
          {...field('lookingFor')}
          label={t('field.lookingFor')}
          hint={t('hint.lookingFor')}
          placeholder={t('field.choose')}
          options={lookingForChoices.map((value) => ({ value, label: t(`lookingFor.${value}`) }))}
        />
      </div>
    </>
  );
}
