import type { ConnectionType } from '@frens/contract';
import { connectionTypes, genders, lookingForChoices } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { HandHeartIcon, HeartHandshakeIcon, SparklesIcon, UsersIcon } from '@frens/design-system/icons';
import { NumberField } from '@frens/design-system/number-field';
import { RadioCards } from '@frens/design-system/radio-cards';
import {
  Button,
  FormSummary,
  Link,
  NewPasswordField,
  SelectField,
  Text,
  TextField,
  useLocation,
  useTranslation,
} from '@frens/platform';
import styles from '../auth.module.css';
import type { SignUp, SignUpFields } from '../auth-forms.ts';
import { useTab } from '../use-tab.ts';

const connectionIcons = {
  new_frens: HeartHandshakeIcon,
  group_activities: UsersIcon,
  service_partners: HandHeartIcon,
  all: SparklesIcon,
} as const satisfies Record<ConnectionType, unknown>;

/** Everything an account needs (spec section 5, D5). */
export function SignUpForm({ form }: { form: SignUp }) {
  const { t } = useTranslation('mf-auth');
  const { state } = useLocation();
  const { addressOf } = useTab();
  const field = (name: keyof SignUpFields) => ({ ...form.field(name), 'aria-required': true });
  return (
    <form {...form.props} className={styles.form} aria-label={t('tabs.signUp')}>
      <div className={styles.pair}>
        <TextField
          {...field('username')}
          label={t('field.username')}
          hint={t('hint.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...field('email')}
          label={t('field.email')}
          hint={t('hint.email')}
          type="email"
          autoComplete="email"
        />
        <NewPasswordField
          {...field('password')}
          label={t('field.password')}
          hint={t('hint.password')}
          warnsOwner={{
            username: form.values.username,
            email: form.values.email,
            name: form.values.name,
          }}
        />
        <TextField
          {...field('confirmPassword')}
          label={t('field.confirmPassword')}
          type="password"
          autoComplete="new-password"
        />
      </div>
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
      <FormSummary form={form} />
      {form.isTaken ? (
        <Text size="sm">
          {t('signUp.taken')}{' '}
          <Link to={addressOf('login')} replace state={state}>
            {t('signUp.toLogin')}
          </Link>
        </Text>
      ) : null}
      <Button type="submit" size="lg" fullWidth loading={form.isSending}>
        {t('signUp.submit')}
      </Button>
    </form>
  );
}
